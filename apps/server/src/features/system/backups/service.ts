import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import { ATTEMPTS, isOneTooMany } from '#platform/claims/index.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import { beyond, dueAfter, dueBefore, isPart, nameOf } from './schedule.ts'
import { claimBackup, endBackup, release } from './store.ts'

export interface BackupSchedule {
  /** The time of day, such as “03:00”, by the clock of the machine. */
  readonly at: string
  /** The number of scheduled backups that are kept. */
  readonly keep: number
  /** Absolute path. */
  readonly folder: string
  /** Whether the folder is made when it is missing. */
  readonly makesFolder: boolean
}

/** Writes a backup into a new file. @throws Error with a sentence */
export type BackUp = (file: string, signal: AbortSignal) => Promise<void>

export interface Backups {
  readonly schedule: BackupSchedule | undefined
  /** When the next backup is due; undefined without a schedule. */
  next(): Date | undefined
  /** Starts to look for due backups. The last one is made up for at once when no server made it. */
  begin(): void
  /** Makes the backup that is due, if there is one; resolves at its end. */
  look(): Promise<void>
  /** Stops a running backup; the next start begins it again. */
  close(): Promise<void>
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly serverId: string
  readonly schedule: BackupSchedule | undefined
  readonly backUp: BackUp | undefined
}

const LOOK_MS = 20_000
/** A partial file this old belongs to no running backup. */
const STALE_MS = 86_400_000
/** Characters of a reason that are stored. */
const REASON = 1_000

export function openBackups(deps: Deps): Backups {
  const { clock, log, schedule } = deps
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  /** The due time that this process has dealt with. */
  let seen = 0
  const lookOnce = async () => {
    if (!schedule || !deps.backUp) return
    const due = dueBefore(schedule.at, clock.now())
    if (due.getTime() === seen) return
    const file = join(schedule.folder, nameOf(clock.now()))
    const claimed = await claimBackup(deps.db.pool, { due, serverId: deps.serverId, file })
    seen = due.getTime()
    if (claimed) await make(deps, deps.backUp, schedule, { ...claimed, file, signal: ending.signal })
  }
  const look = () =>
    (running ??= lookOnce()
      .catch((error: unknown) => log.error({ err: error }, 'a scheduled backup could not be begun'))
      .finally(() => (running = undefined)))
  return {
    schedule,
    next: () => schedule && dueAfter(schedule.at, clock.now()),
    look,
    begin() {
      if (!schedule || !deps.backUp) return
      timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
      void look()
    },
    async close() {
      clearInterval(timer)
      ending.abort()
      await running
      await release(deps.db.pool, deps.serverId).catch((error: unknown) =>
        log.warn({ err: error }, 'a scheduled backup could not be released'),
      )
    },
  }
}

interface Making {
  readonly id: number
  readonly attempts: number
  readonly file: string
  readonly signal: AbortSignal
}

async function make(deps: Deps, backUp: BackUp, schedule: BackupSchedule, making: Making): Promise<void> {
  const { log } = deps
  const { id, attempts, file, signal } = making
  const began = performance.now()
  try {
    if (isOneTooMany({ attempts }))
      throw new Error(`The server ended ${ATTEMPTS} times while it made this backup.`)
    if (schedule.makesFolder) await mkdir(schedule.folder, { recursive: true, mode: 0o700 })
    await removeParts(schedule.folder)
    await backUp(file, signal)
    const { size } = await stat(file)
    await storeEnd(deps, making, { bytes: size, failure: null })
    log.info({ file, bytes: size, ms: Math.round(performance.now() - began) }, 'a scheduled backup was made')
    await prune(schedule).catch((error: unknown) => log.warn({ err: error }, 'old backups were not removed'))
  } catch (error) {
    // Not stored as ended: the next start begins it again.
    if (signal.aborted) return
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, REASON)
    log.error({ file, reason: failure, backup: id }, 'a scheduled backup failed')
    await storeEnd(deps, making, { bytes: null, failure })
  }
}

/** Retries while the database does not respond. */
async function storeEnd(
  { db, log }: Deps,
  { id, signal }: Making,
  end: Parameters<typeof endBackup>[2],
): Promise<void> {
  for (;;)
    try {
      return await endBackup(db.pool, id, end)
    } catch (error) {
      log.warn({ err: error }, 'the end of a backup is not stored yet')
      await sleep(PAUSES.retry, undefined, { signal })
    }
}

async function prune({ folder, keep }: BackupSchedule): Promise<void> {
  for (const name of beyond(await readdir(folder), keep)) await rm(join(folder, name), { force: true })
}

/** Removes partial files of backups that were killed. */
async function removeParts(folder: string): Promise<void> {
  const before = Date.now() - STALE_MS
  for (const name of (await readdir(folder)).filter(isPart)) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs < before) await rm(path, { force: true })
  }
}
