import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runInPlace } from './child.mjs'
import { inRoot } from './root.mjs'

const lockfile = inRoot('package-lock.json')
const stamp = inRoot('node_modules', '.polylogue-lock')

const lockHash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex')

/**
 * Makes node_modules what the lockfile says. Costs a hash of the lockfile when it already is;
 * otherwise says so and runs `npm ci`. Ends the process with npm's exit code when that fails.
 */
export async function ensureInstalled() {
  const hash = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
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

// Somebody who ran `npm ci` or `npm install` need not wait for a second one: npm records what it
// installed, and that record must hold every required package of the lockfile in the same version.
function installedByHand() {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages)
  return wanted.every(
    ([place, entry]) =>
      !place.startsWith('node_modules/') ||
      ((entry.optional || entry.peer) && !installed[place]) ||
      (installed[place]?.version === entry.version && installed[place]?.integrity === entry.integrity),
  )
}

function npm(args) {
  const script = process.env.npm_execpath
  if (script && existsSync(script)) return runInPlace(process.execPath, [script, ...args], { cwd: inRoot() })
  return runInPlace('npm', args, { cwd: inRoot(), shell: process.platform === 'win32' })
}
