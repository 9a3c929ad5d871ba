// One process per data directory, by an operating system lock. It ends with the process, so that no stale lock and no
// confusion by reused process ids is possible.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseStartError } from '../database.ts'

const FILE = 'database.lock'
const HOLDER_FILE = 'database.lock.json'

// A restart may overlap with the previous process. The wait is part of the two seconds since the start of this process, with
// a minimum for slow machines.
const UNTIL_MS = 1_500
const TIMEOUT_MS = 250

interface Holder {
  pid: number
  host: string
  /** ISO 8601, UTC. */
  since: string
}

export interface DirectoryLock {
  release(): void
}

/**
 * Takes the exclusive lock on a data directory.
 * Do not open `database.lock` elsewhere in this process: on POSIX, closing it would release the lock.
 * @throws DatabaseStartError naming process, host and time of the holder, within 2 seconds
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const until = Math.max(UNTIL_MS, performance.now() + TIMEOUT_MS)
  for (;;) {
    const held = tryLock(join(dataDir, FILE))
    if (held) {
      const holderFile = join(dataDir, HOLDER_FILE)
      const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
      writeFileSync(holderFile, JSON.stringify(holder))
      return {
        release() {
          rmSync(holderFile, { force: true })
          held.close()
        },
      }
    }
    if (performance.now() > until) throw new DatabaseStartError(refusal(dataDir))
    await wait(50)
  }
}

// Node's SQLite takes the POSIX or Windows lock; nothing is stored in the file.
function tryLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined
    throw new DatabaseStartError(
      `The data directory cannot be locked: ${file} is not usable. Check that it may be written.`,
      error,
    )
  }
}

function refusal(dataDir: string): string {
  const advice = 'Stop that process first, or choose another data directory.'
  try {
    const holder = JSON.parse(readFileSync(join(dataDir, HOLDER_FILE), 'utf8')) as Holder
    return `The data directory ${dataDir} is in use by process ${holder.pid} on host ${holder.host} since ${holder.since}. ${advice}`
  } catch {
    // The holder is just starting or ending.
    return `The data directory ${dataDir} is in use by another process. ${advice}`
  }
}
