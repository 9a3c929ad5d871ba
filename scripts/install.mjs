import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runInPlace } from './child.mjs'
import { inRoot } from './root.mjs'

const lockfile = inRoot('package-lock.json')
const stamp = inRoot('node_modules', '.polylogue-lock')

const lockHash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex')

/**
 * Installs the dependencies of the lockfile. Only hashes the lockfile when they are up to date; otherwise prints a line and
 * runs `npm ci`. Exits with npm's exit code on failure.
 * - `isBuilt`: nothing has to be built, so packages for development may be missing (`npm ci --omit=dev`)
 */
export async function ensureInstalled({ isBuilt = false } = {}) {
  const hash = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (isBuilt && installedByHand(({ dev, devOptional }) => !dev && !devOptional)) return
  if (!installedByHand()) {
    process.stdout.write('Installing the dependencies (npm ci), which takes a minute or two…\n')
    const code = await npm([
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
    if (code !== 0) {
      process.stderr.write('The dependencies could not be installed; see what npm said above.\n')
      process.exit(code)
    }
  }
  writeFileSync(stamp, hash)
}

// After a manual `npm ci` or `npm install` no second one is needed: npm's own record must contain every required package of
// the lockfile in the same version.
function installedByHand(isWanted = () => true) {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages)
  return wanted.every(
    ([place, entry]) =>
      !place.startsWith('node_modules/') ||
      !isWanted(entry) ||
      ((entry.optional || entry.peer) && !installed[place]) ||
      (installed[place]?.version === entry.version && installed[place]?.integrity === entry.integrity),
  )
}

function npm(args) {
  const script = process.env.npm_execpath
  if (script && existsSync(script)) return runInPlace(process.execPath, [script, ...args], { cwd: inRoot() })
  return runInPlace('npm', args, { cwd: inRoot(), shell: process.platform === 'win32' })
}
