import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'

const packages = {
  tsc: 'typescript',
  depcruise: 'dependency-cruiser',
  playwright: '@playwright/test',
}

/** Returns the script behind a command of node_modules/.bin, to run it with the current Node. */
export function tool(name) {
  const place = inRoot('node_modules', packages[name] ?? name)
  const { bin } = JSON.parse(readFileSync(`${place}/package.json`, 'utf8'))
  return `${place}/${typeof bin === 'string' ? bin : bin[name]}`
}
