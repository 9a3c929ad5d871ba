import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { runInPlace } from './child.mjs'
import { alone } from './install-lock.mjs'
import { inRoot } from './root.mjs'

const lockfile = inRoot('package-lock.json')
const stamp = inRoot('node_modules', '.polylogue-lock')
/** Outside node_modules, which npm deletes. */
const lock = inRoot('.cache', 'installing')

const lockHash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex')

/**
 * Installs the dependencies of the lockfile. Only hashes the lockfile when they are up to date; otherwise prints a line and
 * runs `npm ci`, one process at a time. Exits with npm's exit code on failure.
 * - `isBuilt`: nothing has to be built, so packages for development may be missing (`npm ci --omit=dev`)
 */
export async function ensureInstalled({ isBuilt = false } = {}) {
  if (isInstalled()) return
  if (isBuilt && installedByHand(({ dev, devOptional }) => !dev && !devOptional)) return
  const waiting = () => process.stdout.write('Waiting for another process that installs the dependencies…\n')
  mkdirSync(dirname(lock), { recursive: true })
  const code = await alone(lock, install, { waiting })
  if (code !== 0) process.exit(code)
}

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()

/** Returns npm's exit code. */
async function install() {
  // Another process may have done it meanwhile.
  if (isInstalled()) return 0
  const hash = lockHash()
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
      return code
    }
  }
  writeFileSync(stamp, hash)
  return 0
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
      isSame(installed[place], entry),
  )
}

/** A package of the workspace is a link, without a version. */
const isSame = (installed, { version, integrity, link }) =>
  installed?.version === version && installed?.integrity === integrity && installed?.link === link

function npm(args) {
  const script = process.env.npm_execpath
  if (script && existsSync(script)) return runInPlace(process.execPath, [script, ...args], { cwd: inRoot() })
  return runInPlace('npm', args, { cwd: inRoot(), shell: process.platform === 'win32' })
}
