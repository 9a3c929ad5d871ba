// Allows one download of a file at a time among all processes that share the folder.
// A lock file beside it names the owner and its last heartbeat.
import { randomUUID } from 'node:crypto'
import { open, readFile, rename, stat, utimes } from 'node:fs/promises'
import { unlinkIfThere } from './folder.ts'

const BEAT_MS = 3_000
/** A lock without a heartbeat for this long belongs to a dead process. */
export const DEAD_AFTER_MS = 12_000

export interface FileLock {
  /** Returns whether another process took the lock because this one was suspended for too long. */
  isLost(): Promise<boolean>
  release(): Promise<void>
}

/** Takes the lock of a path; returns undefined when another download holds it. */
export async function takeLock(path: string): Promise<FileLock | undefined> {
  const lockPath = `${path}.lock`
  const id = randomUUID()
  if (!(await create(lockPath, id)) && !((await removeDead(lockPath, id)) && (await create(lockPath, id))))
    return undefined
  const beat = setInterval(() => {
    // A failed heartbeat is followed by others; isLost reports the result.
    utimes(lockPath, new Date(), new Date()).catch(() => undefined)
  }, BEAT_MS)
  beat.unref()
  const isLost = async () => (await readFile(lockPath, 'utf8').catch(() => '')) !== id
  return {
    isLost,
    async release() {
      clearInterval(beat)
      if (!(await isLost())) await unlinkIfThere(lockPath)
    },
  }
}

async function create(lockPath: string, id: string): Promise<boolean> {
  try {
    const file = await open(lockPath, 'wx')
    try {
      await file.writeFile(id)
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a dead process. Renaming lets only one process win; a lock that turns out to be alive is put back. */
async function removeDead(lockPath: string, id: string): Promise<boolean> {
  const aside = `${lockPath}.${id}`
  try {
    if (!(await isDead(lockPath))) return false
    await rename(lockPath, aside)
    if (!(await isDead(aside))) {
      await rename(aside, lockPath)
      return false
    }
    await unlinkIfThere(aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return true
}

async function isDead(lockPath: string): Promise<boolean> {
  return Date.now() - (await stat(lockPath)).mtimeMs > DEAD_AFTER_MS
}
