// The figures of the system page for `/metrics`. What a process counts is its own; what is in the database is the same on all.
import type { Registry } from 'prom-client'
import type { System } from '@polylogue/contract'
import { addGauges, addTotals, type Sample } from '#platform/metrics.ts'
import type { QueueLine } from '#features/answers/index.ts'
import type { SystemDeps, SystemService } from './service.ts'

type Read = (system: System) => Sample[]

const one = (value: number | null): Sample[] => (value === null ? [] : [{ value }])
const byEngine =
  (valueOf: (engine: System['engines'][number]) => number): Read =>
  ({ engines }) =>
    engines
      .filter(({ connected }) => connected)
      .map((engine) => ({ labels: { provider: engine.name }, value: valueOf(engine) }))
const byKind =
  (valueOf: (work: System['work'][number], now: number) => number): Read =>
  ({ work, at }) =>
    work.map((some) => ({ labels: { kind: some.kind }, value: valueOf(some, Date.parse(at)) }))

const GAUGES: readonly (readonly [name: string, help: string, read: Read, ...labels: string[]])[] = [
  [
    'engine_up',
    'Whether the last check of the provider found no problem',
    byEngine(({ problem }) => (problem === null ? 1 : 0)),
    'provider',
  ],
  [
    'work_running',
    'Background work that is being done, of all servers',
    byKind(({ running }) => running),
    'kind',
  ],
  ['work_waiting', 'Background work that waits, of all servers', byKind(({ waiting }) => waiting), 'kind'],
  ['work_failed', 'Background work that failed last, of all servers', byKind(({ failed }) => failed), 'kind'],
  [
    'work_oldest_seconds',
    'Age of the oldest background work that waits',
    byKind(({ oldest }, now) => (oldest === null ? 0 : Math.max(0, (now - Date.parse(oldest)) / 1_000))),
    'kind',
  ],
  [
    'documents_left',
    'Documents of data sources that are not read yet',
    ({ documents }) => one(documents.left),
  ],
  ['database_bytes', 'Size of the database', ({ database }) => one(database.bytes)],
  ['disk_total_bytes', 'Size of the disk of the data directory', ({ disk }) => one(disk.totalBytes)],
  ['servers', 'Server processes of the installation', ({ servers }) => one(servers.length)],
  [
    'backup_success_timestamp_seconds',
    'When the last successful scheduled backup began',
    ({ backups }) => one(backups.done && seconds(backups.done.began)),
  ],
  [
    'backup_bytes',
    'Size of the last successful scheduled backup',
    ({ backups }) => one(backups.done && backups.done.bytes),
  ],
  [
    'backup_duration_seconds',
    'Duration of the last successful scheduled backup',
    ({ backups: { done } }) => one(done?.ended ? seconds(done.ended) - seconds(done.began) : null),
  ],
  [
    'backup_failed',
    'Whether the last scheduled backup failed or was interrupted',
    ({ backups: { latest } }) =>
      one(latest[0] ? (['failed', 'interrupted'].includes(latest[0].state) ? 1 : 0) : null),
  ],
  [
    'info',
    'Version and last migration',
    ({ version, migration }) => [{ labels: { version, migration: String(migration.number) }, value: 1 }],
    'version',
    'migration',
  ],
]

const seconds = (time: string): number => Date.parse(time) / 1_000

const described = (name: string, help: string, labelNames: string[]) => ({
  name: `polylogue_${name}`,
  help,
  labelNames,
})

/** Adds the metrics. A scrape reads the shared figures, which are cached; while the database is down, only its own counts. */
export function addSystemMetrics(
  registry: Registry,
  deps: SystemDeps,
  { figures }: Pick<SystemService, 'figures'>,
): void {
  for (const [name, help, read, ...labels] of GAUGES)
    addGauges(registry, described(name, help, labels), async () => {
      try {
        return read(await figures())
      } catch (error) {
        deps.log.debug({ err: error }, 'a metric has no value')
        return []
      }
    })
  addQueue(registry, deps)
  addOutcomes(registry, deps)
  addStatements(registry, deps)
}

function addQueue(registry: Registry, { lines, providers, searchLeft }: SystemDeps): void {
  const nameOf = (id: number) => providers().find((provider) => provider.id === id)?.name ?? String(id)
  const add = (name: string, help: string, valueOf: (line: QueueLine) => number) =>
    addGauges(registry, described(name, help, ['provider']), () =>
      lines().map((line) => ({ labels: { provider: nameOf(line.providerId) }, value: valueOf(line) })),
    )
  add('engine_running', 'Answers that the provider makes for this process', ({ running }) => running)
  add('engine_waiting', 'Questions of this process that wait for the provider', ({ waiting }) => waiting)
  add(
    'engine_oldest_seconds',
    'How long the oldest of them has waited',
    ({ oldestMs }) => (oldestMs ?? 0) / 1_000,
  )
  const help = 'Messages that this process still has to index for the search'
  addGauges(registry, described('search_left', help, []), () => one(searchLeft()))
}

function addOutcomes(registry: Registry, { counts }: SystemDeps): void {
  addTotals(
    registry,
    described('engine_answers_total', 'Ended answers of this process, failed ones included', ['provider']),
    () => counts.all().map(({ name, total }) => ({ labels: { provider: name }, value: total })),
  )
  addTotals(
    registry,
    described('engine_failures_total', 'Failed answers of this process by reason', ['provider', 'reason']),
    () =>
      counts
        .all()
        .flatMap(({ name, failed }) =>
          failed.map(({ code, count }) => ({ labels: { provider: name, reason: code }, value: count })),
        ),
  )
}

function addStatements(registry: Registry, { db }: SystemDeps): void {
  const add = (name: string, help: string, read: () => number) =>
    addTotals(registry, described(`database_${name}_total`, help, []), () => one(read()))
  add('statements', 'Statements of this process', () => db.metrics().statements)
  add(
    'statement_seconds',
    'Duration of all statements of this process',
    () => db.metrics().milliseconds / 1_000,
  )
  add('slow_statements', 'Statements of this process that took a second or longer', () => db.metrics().slow)
}
