// What needs somebody: derived from the figures, the failures first.
import type { Disk, System, SystemEngine } from '@polylogue/contract'

export type Trouble = { readonly kind: 'bad' | 'warn'; readonly id: string } & (
  | { readonly what: 'engine'; readonly engine: SystemEngine }
  | { readonly what: 'answers'; readonly engine: SystemEngine; readonly count: number }
  | { readonly what: 'diskFull' | 'diskShort'; readonly disk: Disk; readonly server: string | null }
  | { readonly what: 'backupFailed'; readonly failure: string | null; readonly began: string }
  | { readonly what: 'backupOverdue'; readonly began: string }
  | { readonly what: 'noBackups' | 'versions' }
  | { readonly what: 'documents' | 'slow'; readonly count: number }
  | { readonly what: 'work'; readonly count: number; readonly work: string }
)

const OVERDUE_MS = 26 * 3_600_000
/** Part of a disk that should be free. */
const FREE = 0.1

/** Returns the troubles of the installation; those that failed come before those to watch. */
export function troublesOf(system: System): Trouble[] {
  const troubles = [
    ...system.engines.flatMap(ofEngine),
    ...ofDisks(system),
    ...ofBackups(system),
    ...ofWork(system),
    ...ofServers(system),
  ]
  return troubles.toSorted((one, other) => Number(other.kind === 'bad') - Number(one.kind === 'bad'))
}

function ofEngine(engine: SystemEngine): Trouble[] {
  const { providerId, problem, failures } = engine
  const count = failures.reduce((sum, failure) => sum + failure.count, 0)
  if (problem !== null) return [{ what: 'engine', kind: 'bad', id: `engine-${providerId}`, engine }]
  return count > 0 ? [{ what: 'answers', kind: 'warn', id: `answers-${providerId}`, engine, count }] : []
}

function ofDisks({ servers, serverId, disk }: System): Trouble[] {
  if (servers.length < 2) return ofDisk(disk, null, serverId)
  return servers.flatMap((server) => (server.disk ? ofDisk(server.disk, server.name, server.id) : []))
}

function ofDisk(disk: Disk, server: string | null, id: string): Trouble[] {
  const { freeBytes, reserveBytes, totalBytes } = disk
  const about = { disk, server, id: `disk-${id}` }
  if (freeBytes < reserveBytes) return [{ what: 'diskFull', kind: 'bad', ...about }]
  const isShort = freeBytes < Math.max(2 * reserveBytes, totalBytes * FREE)
  return isShort ? [{ what: 'diskShort', kind: 'warn', ...about }] : []
}

function ofBackups({ at, backups: { schedule, latest, done } }: System): Trouble[] {
  const [last] = latest
  if (!schedule && !last) return [{ what: 'noBackups', kind: 'warn', id: 'backups' }]
  if (last && (last.state === 'failed' || last.state === 'interrupted'))
    return [{ what: 'backupFailed', kind: 'bad', id: 'backups', failure: last.failure, began: last.began }]
  if (done && last?.state !== 'running' && Date.parse(at) - Date.parse(done.began) > OVERDUE_MS)
    return [{ what: 'backupOverdue', kind: 'bad', id: 'backups', began: done.began }]
  return []
}

function ofWork({ documents, work, database }: System): Trouble[] {
  const failed = work.filter(({ kind, failed: count }) => kind !== 'documents' && count > 0)
  return [
    ...(documents.failed > 0
      ? [{ what: 'documents' as const, kind: 'warn' as const, id: 'documents', count: documents.failed }]
      : []),
    ...failed.map(({ kind, failed: count }) => ({
      what: 'work' as const,
      kind: 'warn' as const,
      id: `work-${kind}`,
      work: kind,
      count,
    })),
    ...(database.slow > 0
      ? [{ what: 'slow' as const, kind: 'warn' as const, id: 'slow', count: database.slow }]
      : []),
  ]
}

function ofServers({ servers }: System): Trouble[] {
  const versions = new Set(servers.map(({ version }) => version))
  return versions.size > 1 ? [{ what: 'versions', kind: 'warn', id: 'versions' }] : []
}
