// One fetch of a file at a time, of all processes that share the folder: a file beside it says who holds it, and that it lives.
import { randomUUID } from 'node:crypto'
import { open, readFile, rename, stat, utimes } from 'node:fs/promises'
import { unlinkIfThere } from './folder.ts'

const BEAT_MS = 3_000
/** Whoever has not told that it lives for so long has died. */
export const DEAD_AFTER_MS = 12_000

export interface FileLock {
  /** Whether it was taken away, because this process stood still for too long. */
  isLost(): Promise<boolean>
  release(): Promise<void>
}

/** Takes the lock of a path; undefined when another fetch holds it. */
export async function takeLock(path: string): Promise<FileLock | undefined> {
  const lockPath = `${path}.lock`
  const id = randomUUID()
  if (!(await create(lockPath, id)) && !((await removeDead(lockPath, id)) && (await create(lockPath, id))))
    return undefined
  const beat = setInterval(() => {
    // A beat that fails is followed by others, and what becomes of it is told by isLost.
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

/** Takes a dead one's lock away; of several who try, renaming lets one, and what turns out to be alive is put back. */
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
