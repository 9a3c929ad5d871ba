// Writes a backup file atomically.
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BackupError } from './format.ts'
import { sealing } from './seal.ts'

/**
 * Compresses chunks into a new file that only this user may read. It is written as `<path>.part`, which is renamed when
 * complete and synced, or deleted after a failure.
 * @throws BackupError when the file exists or cannot be written
 */
export async function writeWhole(options: {
  path: string
  pieces: AsyncIterable<Buffer>
  /** Adds a proof of origin, if set. */
  sealKey: Buffer | undefined
  signal: AbortSignal
}): Promise<void> {
  const { path, pieces, sealKey, signal } = options
  mustBeNew(path)
  const part = `${path}.part`
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw refusal(path, error)
  })
  try {
    // Syncs to disk when the stream ends.
    const into = file.createWriteStream({ flush: true })
    await pipeline(pieces, createGzip({ level: 6 }), sealing(sealKey), into, { signal })
    mustBeNew(path)
    await rename(part, path)
    await using folder = await open(dirname(path))
    await folder.sync()
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(part, { force: true })
    throw codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? full(path, error) : error
  }
}

/** Checks the path before any work. @throws BackupError */
export function mustBeWritable(path: string): void {
  mustBeNew(path)
  if (existsSync(`${path}.part`)) throw refusal(path, { code: 'EEXIST' })
  if (!existsSync(dirname(path))) throw refusal(path, { code: 'ENOENT' })
}

function mustBeNew(path: string): void {
  if (existsSync(path)) throw new BackupError(`${path} exists already. Give another name.`)
}

function refusal(path: string, error: unknown): BackupError {
  const code = codeOf(error)
  if (code === 'EEXIST')
    return new BackupError(
      `${path}.part exists: another backup is being written there, or one was cut off. Remove it, or give another name.`,
    )
  if (code === 'ENOENT') return new BackupError(`There is no directory ${dirname(path)}.`, error)
  return new BackupError(`${path} cannot be written (${code ?? String(error)}).`, error)
}

const full = (path: string, cause: unknown) =>
  new BackupError(`There is not enough space for ${path}. Nothing was kept of it.`, cause)

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code
