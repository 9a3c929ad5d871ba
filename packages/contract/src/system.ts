// The state of the installation for its operator: queue, engines, disk, background work, backups (decision 91).
import { z } from 'zod'
import { call } from './call.ts'
import { Time } from './envelope.ts'
import { routes } from './routes.ts'

const count = z.number().int().nonnegative()
/** One value for each five minutes of the last hour, the oldest first. */
const lastHour = z.array(z.number().nonnegative()).max(12)

/** The disk of a server's data directory. */
export const Disk = z.object({
  freeBytes: count,
  totalBytes: count,
  /** Writes are refused below this number of free bytes. */
  reserveBytes: count,
})
export type Disk = z.infer<typeof Disk>

/** A server process of this installation. */
export const SystemServer = z.object({
  id: z.string(),
  /** The host name of its machine. */
  name: z.string(),
  version: z.string(),
  started: Time,
  /** When it reported its figures last. */
  seen: Time,
  running: count,
  waiting: count,
  memoryBytes: count,
  disk: Disk.nullable(),
})
export type SystemServer = z.infer<typeof SystemServer>

/** The answers of one provider, of all servers together. */
export const SystemEngine = z.object({
  providerId: z.number().int(),
  name: z.string(),
  kind: z.string(),
  isLocal: z.boolean(),
  /** False when the provider was disconnected since. */
  connected: z.boolean(),
  /** The error code of its last check by the server that replies; null when a host answers, or none was asked yet. */
  problem: z.string().nullable(),
  running: count,
  waiting: count,
  /** Milliseconds that the oldest question has waited; null when none waits. */
  oldestMs: count.nullable(),
  /** Ended answers. */
  lastHour,
  /** Failed answers of the last 24 hours by error code, the most frequent first. */
  failures: z.array(z.object({ code: z.string(), count })),
})
export type SystemEngine = z.infer<typeof SystemEngine>

/** The background work of one kind, of all servers together. */
export const SystemWork = z.object({
  kind: z.string(),
  running: count,
  waiting: count,
  /** Failed last: given up, or to be retried. */
  failed: count,
  /** When the oldest that waits was created. */
  oldest: Time.nullable(),
})
export type SystemWork = z.infer<typeof SystemWork>

/** A scheduled backup. */
export const SystemBackup = z.object({
  state: z.enum(['running', 'done', 'failed', 'interrupted']),
  began: Time,
  ended: Time.nullable(),
  file: z.string(),
  bytes: count.nullable(),
  /** The reason of a failure, in English. */
  failure: z.string().nullable(),
})
export type SystemBackup = z.infer<typeof SystemBackup>

export const System = z.object({
  /** The time of the figures; they are at most some seconds old. */
  at: Time,
  /** The server that replies: what is not of all servers is its own. */
  serverId: z.string(),
  version: z.string(),
  /** The schema: the number of its last migration, and its name. */
  migration: z.object({ number: count, name: z.string() }),
  servers: z.array(SystemServer),
  /** Failures are counted since then, when that is less than 24 hours ago. */
  countedSince: Time,
  engines: z.array(SystemEngine),
  work: z.array(SystemWork),
  /** Messages that the search does not find yet. */
  search: z.object({ left: count }),
  /** Documents of data sources that wait or are being read; of the last hour, and those that failed. */
  documents: z.object({ left: count, failed: count, lastHour }),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    connections: count,
    /** Statements that wait for a connection. */
    waiting: count,
    /** The average duration of a statement in the last five minutes, in milliseconds; null without statements. */
    statementMs: z.number().nonnegative().nullable(),
    lastHour,
    /** Statements of the last hour that took a second or longer. */
    slow: count,
    bytes: count,
  }),
  disk: Disk,
  backups: z.object({
    /** Null when no backups are scheduled on the server that replies. */
    schedule: z.object({ at: z.string(), keep: count, folder: z.string(), next: Time }).nullable(),
    /** The newest first, 15 at most. */
    latest: z.array(SystemBackup),
    /** The last one that succeeded. */
    done: SystemBackup.nullable(),
  }),
})
export type System = z.infer<typeof System>

export const system = {
  get: call(routes.system.get, {
    summary: 'The state of the installation: queue, engines, disk, work, backups; for the super user',
    permission: 'can_view_system',
    data: z.object({ System }),
    problems: ['PERMISSION_DENIED'],
  }),
} as const
