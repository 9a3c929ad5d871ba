// The state of the installation: what servers count in memory, and what is left in the database.
import type { System } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { WorkLeft } from '#platform/work.ts'
import { Problem } from '#problem.ts'
import type { Backups, BackupSchedule } from './backups/index.ts'
import { ServerFigures, ownFigures, statementSeries, type OwnDeps } from './figures.ts'
import { iso, toBackup, toEngines, toServer, toWork, type Living, type ProviderState } from './rules.ts'
import { lastHour } from './series.ts'
import * as store from './store.ts'

/** The figures concern the whole installation, across tenants, and lead to pages of the super user. */
function maySee(viewer: Person): boolean {
  return viewer.permissions.has('can_view_system')
}

export interface SystemDeps extends OwnDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly serverId: string
  readonly jobs: Pick<Jobs, 'left'>
  readonly work: readonly WorkLeft[]
  readonly providers: () => readonly ProviderState[]
  readonly backups: Backups
  /** For tests: milliseconds for which figures are kept. */
  readonly freshMs?: number | undefined
}

export interface SystemService {
  /** Returns figures that are some seconds old at most. @throws Problem PERMISSION_DENIED without can_view_system */
  get(viewer: Person): Promise<System>
  /** Returns the same figures without an access check, for metrics. @throws Problem DATABASE_UNAVAILABLE */
  figures(): Promise<System>
  /** Notes the figures of this moment for the course of the last hour; on PostgreSQL publishes those of this process. */
  note(): Promise<void>
}

/** However many ask, the database is asked once in this time. */
const FRESH_MS = 4_000
const SIZE_FRESH_MS = 60_000

export function systemService(deps: SystemDeps): SystemService {
  const { db, clock } = deps
  const own = ownFigures(deps)
  const statements = statementSeries(db, clock)
  const documents = lastHour()
  const readShared = store.sharedReader(deps.work)
  const migration = once(() => store.lastMigration(db))
  const bytes = cached(SIZE_FRESH_MS, () => store.databaseBytes(db.pool))
  const figures = cached(deps.freshMs ?? FRESH_MS, async (): Promise<System> => {
    const now = clock.now()
    const [shared, jobs, mine] = await Promise.all([readShared(db.pool), deps.jobs.left(), own()])
    const living = [
      { id: deps.serverId, seen: now.toISOString(), figures: mine },
      ...shared.servers.filter(({ id }) => id !== deps.serverId).flatMap(toLiving),
    ]
    const servers = living.map((server) => server.figures)
    const indexing = shared.work.find(({ kind }) => kind === 'documents')
    const left = (indexing?.running ?? 0) + (indexing?.waiting ?? 0)
    documents.set(now, left)
    return {
      at: now.toISOString(),
      serverId: deps.serverId,
      version: deps.version,
      migration: await migration(),
      servers: living.map(toServer),
      countedSince: deps.counts.since.toISOString(),
      engines: toEngines(deps.providers(), servers),
      work: [
        ...shared.work.map(toWork),
        ...jobs.map(({ oldest, ...job }) => ({ ...job, oldest: oldest?.toISOString() ?? null })),
      ],
      search: { left: servers.reduce((sum, { search }) => sum + search, 0) },
      documents: { left, failed: indexing?.failed ?? 0, lastHour: documents.values(now) },
      database: { ...databaseOf(db, statements), bytes: await bytes() },
      disk: mine.disk,
      backups: backupsOf(deps.backups, shared),
    }
  })
  const requireAccess = (viewer: Person) => {
    if (!maySee(viewer)) throw new Problem('PERMISSION_DENIED')
  }
  return {
    async get(viewer) {
      requireAccess(viewer)
      return figures()
    },
    figures,
    async note() {
      statements.sample()
      if (db.kind === 'postgres') await store.publishFigures(db.pool, deps.serverId, await own())
      await figures()
    },
  }
}

function toLiving({ id, figures, at }: store.SharedRow['servers'][number]): Living[] {
  const parsed = ServerFigures.safeParse(figures)
  return parsed.success ? [{ id, seen: iso(at), figures: parsed.data }] : []
}

function databaseOf(
  db: Database,
  statements: ReturnType<typeof statementSeries>,
): Omit<System['database'], 'bytes'> {
  const { connections, waiting } = db.metrics()
  const averages = statements.averages()
  const statementMs = averages.at(-1) || averages.at(-2) || null
  return { kind: db.kind, connections, waiting, statementMs, lastHour: averages, slow: statements.slow() }
}

function backupsOf(backups: Backups, { backups: latest, done }: store.SharedRow): System['backups'] {
  const { schedule } = backups
  const next = backups.next()
  return {
    schedule: schedule && next ? toSchedule(schedule, next) : null,
    latest: latest.map(toBackup),
    done: done && toBackup(done),
  }
}

function toSchedule({ at, keep, folder }: BackupSchedule, next: Date): System['backups']['schedule'] {
  return { at, keep, folder, next: next.toISOString() }
}

/** Returns a function that loads at most once in `ms`, for all callers together; a failure is not kept. */
function cached<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let loaded: { at: number; value: Promise<T> } | undefined
  return () => {
    if (loaded && performance.now() - loaded.at < ms) return loaded.value
    const value = load()
    const now = { at: performance.now(), value }
    loaded = now
    value.catch(() => {
      if (loaded === now) loaded = undefined
    })
    return value
  }
}

const once = <T>(load: () => Promise<T>): (() => Promise<T>) => cached(Infinity, load)
