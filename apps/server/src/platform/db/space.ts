// Watches the free disk space of the data directory. Below the reserve only what finishes running work may grow, and below
// the floor nothing, so that the database can always write its log and shut down cleanly.
import { statfs } from 'node:fs/promises'
import { Problem } from '#problem.ts'
import type { Log } from '../log.ts'
import type { DiskSpace } from './database.ts'

const EVERY_MS = 1_000
const MAX_RESERVE = 200_000_000
// Four segments of the embedded database's log: the database fails when it cannot create the next one.
const RESERVE_LEAST = 16_777_216
const RESERVE_SHARE = 0.05
const MAX_FLOOR = 50_000_000

export interface Space extends DiskSpace {
  /** Whether large essential writes are refused, too. */
  readonly critical: boolean
  /** Called when space becomes low or sufficient again. */
  onChange: () => void
  /** Checks at once after large writes; does nothing while a check is running. */
  look(): void
  /** @throws Problem STORAGE_FULL */
  guardWrite(): void
  stop(): void
}

/**
 * Checks once a second and on `look`.
 * @param options.reserveBytes bytes to keep free; default 200 MB or 5 % of the disk, whichever is less, and at least 16 MB
 *   (FAULT-4)
 */
export async function watchSpace(options: { dir: string; log: Log; reserveBytes?: number }): Promise<Space> {
  let state = await look(options.dir, options.reserveBytes)
  const again = async () => {
    const before = state.short
    state = await look(options.dir, options.reserveBytes)
    if (state.short === before) return
    const { freeBytes, reserve } = state
    if (state.short)
      options.log.error({ freeBytes, reserve }, 'space is short: writes are refused until some is freed')
    else options.log.info({ freeBytes, reserve }, 'space is enough again')
    space.onChange()
  }
  const floorBytes = floorOf(state.reserve)
  let looking = false
  const lookAgain = () => {
    if (looking) return
    looking = true
    again()
      .catch((error: unknown) => options.log.error({ err: error }, 'the space left could not be read'))
      .finally(() => (looking = false))
  }
  const timer = setInterval(lookAgain, EVERY_MS)
  timer.unref()
  const space: Space = {
    onChange: () => undefined,
    look: lookAgain,
    get freeBytes() {
      return state.freeBytes
    },
    get short() {
      return state.short
    },
    get critical() {
      return state.freeBytes < floorBytes
    },
    reserveBytes: state.reserve,
    floorBytes,
    guardWrite() {
      if (state.short) throw new Problem('STORAGE_FULL')
    },
    stop: () => clearInterval(timer),
  }
  return space
}

/** Returns the bytes of a reserve that stay for the database's log alone: a quarter, but at least four segments of it. */
function floorOf(reserve: number): number {
  return Math.floor(Math.min(reserve * 0.75, Math.max(RESERVE_LEAST, Math.min(MAX_FLOOR, reserve / 4))))
}

async function look(dir: string, reserveBytes: number | undefined) {
  const stats = await statfs(dir)
  const freeBytes = stats.bavail * stats.bsize
  const reserve =
    reserveBytes ??
    Math.max(RESERVE_LEAST, Math.min(MAX_RESERVE, Math.floor(stats.blocks * stats.bsize * RESERVE_SHARE)))
  return { freeBytes, reserve, short: freeBytes < reserve }
}
