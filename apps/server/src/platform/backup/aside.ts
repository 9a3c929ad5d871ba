// A place in the data directory for what a backup needs while it is made.
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { watchSpace } from '../db/space.ts'
import type { Log } from '../log.ts'
import { BackupError } from './format.ts'

const NAME = /^backup-(\d+)$/

/** A directory for this process; what processes that ended left is removed. The caller removes it. */
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
 * A second name for every file of a folder, in another on the same disk: what is removed meanwhile stays readable there.
 * Returns false on a disk that knows no second names.
 */
export async function linkAll(from: string, to: string): Promise<boolean> {
  if (!existsSync(from)) return true
  await mkdir(to, { mode: 0o700 })
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
      // Removed in this very moment.
      if (code === 'ENOENT') continue
      if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EMLINK') return false
      throw error
    }
  }
  return true
}

/** Bytes of all files below a folder; those that vanish meanwhile count nothing. */
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
 * @param given.reserveBytes what must stay free beside; the server's own rule unless told
 * @throws BackupError
 */
export async function mustHaveSpace(given: {
  dir: string
  bytes: number
  what: string
  log: Log
  reserveBytes?: number | undefined
}): Promise<void> {
  const { dir, bytes, log, reserveBytes } = given
  const space = await watchSpace({ dir, log, reserveBytes })
  space.stop()
  const free = Math.max(0, space.freeBytes - space.reserve)
  if (free >= bytes) return
  throw new BackupError(
    `${given.what} needs about ${told(bytes)} in ${dir}, where ${told(free)} may be used. Nothing was changed.`,
  )
}

/** Bytes as people read them. */
export function told(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** unit
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[unit]}`
}
