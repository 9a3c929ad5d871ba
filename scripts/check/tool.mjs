import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'

const packages = {
  tsc: 'typescript',
  depcruise: 'dependency-cruiser',
  playwright: '@playwright/test',
}

/** The script behind a command of node_modules/.bin, to be run with the Node that runs us. */
export function tool(name) {
  const place = inRoot('node_modules', packages[name] ?? name)
  const { bin } = JSON.parse(readFileSync(`${place}/package.json`, 'utf8'))
  return `${place}/${typeof bin === 'string' ? bin : bin[name]}`
}
