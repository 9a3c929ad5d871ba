import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The arguments of `unshare` for an empty network namespace. */
export const WITHOUT_NETWORK = ['--net', '--map-root-user', '--']

/** Finds the unshare command; undefined where the system forbids it. */
export type FindUnshare = () => Promise<string | undefined>

/** The retry interval; the first attempt may have timed out on a busy machine. */
const AGAIN_MS = 600_000
const TIMEOUT_MS = 10_000

/** Caches the command once found; otherwise calls `warn` with the reason once and retries after ten minutes. */
export function openUnshare(warn?: (error: unknown) => void, look: FindUnshare = findUnshare): FindUnshare {
  let looked: Promise<string | undefined> | undefined
  let again = Infinity
  let said = false
  return () => {
    if (looked && performance.now() < again) return looked
    again = Infinity
    looked = look().catch((error: unknown) => {
      again = performance.now() + AGAIN_MS
      if (!said) warn?.(error)
      said = true
      return undefined
    })
    return looked
  }
}

async function findUnshare(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const command = ['/usr/bin/unshare', '/bin/unshare'].find((path) => existsSync(path))
  if (!command) throw new Error('There is no unshare command.')
  return new Promise((resolve, reject) => {
    const args = [...WITHOUT_NETWORK, process.execPath, '--version']
    execFile(command, args, { timeout: TIMEOUT_MS }, (error) =>
      error ? reject(error as Error) : resolve(command),
    )
  })
}
