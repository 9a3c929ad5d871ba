// No dependency runs an install script (docs/decisions/0005); one has a script that is never run (0027).
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'

/** Packages that have an install script and work without it. */
const NEEDLESS = new Set(['node_modules/node-llama-cpp'])

export function installScripts() {
  const packages = Object.entries(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages)
  const problems = packages
    .filter(([place, entry]) => entry.hasInstallScript && !NEEDLESS.has(place))
    .map(([place]) => `${place} runs a script when it is installed`)
  if (!/^ignore-scripts=true$/m.test(readFileSync(inRoot('.npmrc'), 'utf8')))
    problems.push('.npmrc does not say ignore-scripts=true')
  return { seen: packages.length, problems }
}
