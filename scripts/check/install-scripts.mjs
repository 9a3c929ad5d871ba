// No dependency runs code while it is installed (docs/decisions/0005).
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'

export function installScripts() {
  const packages = Object.entries(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages)
  const problems = packages
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([place]) => `${place} runs a script when it is installed`)
  return { seen: packages.length, problems }
}
