// Joins the figures of all servers into what the page shows. Pure.
import type { System, SystemBackup, SystemEngine, SystemServer } from '@polylogue/contract'
import type { BackupRow } from './backups/index.ts'
import type { ServerFigures } from './figures.ts'
import { sumOf } from './series.ts'

/** What the database tells of one kind of work. */
export interface WorkRow {
  readonly kind: string
  readonly running: number
  readonly waiting: number
  readonly failed: number
  readonly oldest: string | null
}

/** A connected provider, with the error code of its last check. */
export interface ProviderState {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly isLocal: boolean
  readonly problem: string | null
}

export interface Living {
  readonly id: string
  readonly seen: string
  readonly figures: ServerFigures
}

export function toServer({ id, seen, figures }: Living): SystemServer {
  const { name, version, started, memoryBytes, disk, lines } = figures
  const running = lines.reduce((sum, line) => sum + line.running, 0)
  const waiting = lines.reduce((sum, line) => sum + line.waiting, 0)
  return { id, seen, name, version, started, memoryBytes, disk, running, waiting }
}

/** Returns the connected providers, then those with failures or running answers that were disconnected meanwhile. */
export function toEngines(
  providers: readonly ProviderState[],
  servers: readonly ServerFigures[],
): SystemEngine[] {
  const known = new Set(providers.map(({ id }) => id))
  const gone = servers.flatMap(({ engines }) => engines).filter(({ providerId }) => !known.has(providerId))
  const disconnected = [...new Map(gone.map(({ providerId, name }) => [providerId, name]))].map(
    ([id, name]) => ({ id, name, kind: '', isLocal: true, problem: null, connected: false }),
  )
  return [...providers.map((provider) => ({ ...provider, connected: true })), ...disconnected]
    .map(({ id, ...about }) => ({ ...about, providerId: id, ...countsOf(id, servers) }))
    .filter(({ connected, failures, running }) => connected || failures.length > 0 || running > 0)
}

function countsOf(id: number, servers: readonly ServerFigures[]) {
  const lines = servers.flatMap((server) => server.lines.filter(({ providerId }) => providerId === id))
  const counted = servers.flatMap((server) => server.engines.filter(({ providerId }) => providerId === id))
  const failures = new Map<string, number>()
  for (const { code, count } of counted.flatMap((one) => one.failures))
    failures.set(code, (failures.get(code) ?? 0) + count)
  const waited = lines.flatMap(({ oldestMs }) => oldestMs ?? [])
  return {
    running: lines.reduce((sum, line) => sum + line.running, 0),
    waiting: lines.reduce((sum, line) => sum + line.waiting, 0),
    oldestMs: waited.length > 0 ? Math.max(...waited) : null,
    lastHour: sumOf(counted.map((one) => one.lastHour)),
    failures: [...failures]
      .map(([code, count]) => ({ code, count }))
      .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
  }
}

export function toWork({ oldest, ...row }: WorkRow): System['work'][number] {
  return { ...row, oldest: oldest === null ? null : iso(oldest) }
}

export function toBackup({ began, ended, file, bytes, failure, gone }: BackupRow): SystemBackup {
  const state =
    ended !== null ? (failure === null ? 'done' : 'failed') : gone ? ('interrupted' as const) : 'running'
  return { state, began: iso(began), ended: ended === null ? null : iso(ended), file, bytes, failure }
}

/** Converts the database's form of a time in JSON. */
export const iso = (time: string): string => new Date(time).toISOString()
