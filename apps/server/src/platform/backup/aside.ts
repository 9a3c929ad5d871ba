// A temporary directory in the data directory, for use during a backup.
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { watchSpace } from '../db/space.ts'
import type { Log } from '../log.ts'
import { BackupError } from './format.ts'

const NAME = /^backup-(\d+)$/

/** Creates a directory for this process and removes those of ended processes. The caller removes it. */
export async function makeAside(dataDir: string): Promise<string> {
  await removeStale(dataDir)
  const directory = join(dataDir, `backup-${process.pid}`)
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { mode: 0o700 })
  return directory
}

async function removeStale(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !runs(Number(pid)))
      await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Hard-links every file of a folder into another one on the same disk, so that files deleted meanwhile stay readable. Files
 * that are linked already stay. Returns false when the file system has no hard links.
 */
export async function linkAll(from: string, to: string): Promise<boolean> {
  if (!existsSync(from)) return true
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const item of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, item.name), join(to, item.name)]
    if (item.isDirectory()) {
      if (!(await linkAll(source, target))) return false
      continue
    }
    try {
      await link(source, target)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // Deleted just now, or linked before.
      if (code === 'ENOENT' || code === 'EEXIST') continue
      if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EMLINK') return false
      throw error
    }
  }
  return true
}

/** Returns the bytes of all files below a folder; ignores files that disappear meanwhile. */
export async function sizeOf(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0
  let bytes = 0
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (item.isFile())
      bytes += await stat(join(item.parentPath, item.name)).then(
        ({ size }) => size,
        () => 0,
      )
  return bytes
}

/**
 * Checks that enough disk space is free.
 * @param options.reserveBytes bytes to leave free; default as for the server
 * @throws BackupError
 */
export async function mustHaveSpace(options: {
  dir: string
  bytes: number
  what: string
  log: Log
  reserveBytes?: number | undefined
}): Promise<void> {
  const { dir, bytes, log, reserveBytes } = options
  const space = await watchSpace({ dir, log, reserveBytes })
  space.stop()
  const free = Math.max(0, space.freeBytes - space.reserveBytes)
  if (free >= bytes) return
  throw new BackupError(
    `${options.what} needs about ${sizeText(bytes)} in ${dir}, where ${sizeText(free)} may be used. Nothing was changed.`,
  )
}

/** Formats bytes for people. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** unit
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[unit]}`
}
