// The embedded database with what PGlite lacks: durability, one process per directory, a worker thread, maintenance and low
// memory use (LIMIT-4).
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { type Database, DatabaseStartError } from '../database.ts'
import { databaseProblem } from '../failures.ts'
import { openPool, quoted } from '../connections.ts'
import { Listeners } from '../listeners.ts'
import { openSenderLine } from '../sender-line.ts'
import { type Space, watchSpace } from '../space.ts'
import { measureStatements, type OnStatement } from '../statements.ts'
import { overPool } from '../transactions.ts'
import { prepareDataDir, prepareFiles } from './directory.ts'
import { lockDirectory } from './lock.ts'
import { inTurn } from './pipeline.ts'
import { type EmbeddedServer, startServer } from './server.ts'
import { Upkeep } from './upkeep.ts'

// node-postgres requires this file name; the kernel limits paths to 107 bytes.
const SOCKET = '.s.PGSQL.5432'
const MAX_SOCKET_PATH = 107

const WAIT_MS = 15_000
const HEALTH_MS = 2_000

export interface EmbeddedOptions {
  /** Milliseconds without a response before the database is restarted; also the statement timeout. Default 60,000. */
  answerLimitMs?: number
  /** Free bytes below which writes are refused; default 200 MB or 5 % of the disk, whichever is less. */
  reserveBytes?: number
  vacuumEveryMs?: number
}

/**
 * Opens the embedded database below `<dataDir>/pgdata`; creates it on the first start.
 * @throws DatabaseStartError
 */
export async function openEmbedded(
  options: { dataDir: string; log: Log; onStatement?: OnStatement } & EmbeddedOptions,
): Promise<Database> {
  const { dataDir, log } = options
  await prepareDataDir(dataDir)
  const lock = await lockDirectory(dataDir)
  const undo: (() => unknown)[] = [() => lock.release()]
  try {
    const directory = await prepareFiles(dataDir, log)
    const space = await watchSpace({ dir: dataDir, log, reserveBytes: options.reserveBytes })
    undo.push(() => space.stop())
    const socketDir = await placeForSocket(dataDir)
    undo.push(() => rm(socketDir, { recursive: true, force: true }))
    const worker = { directory, socket: join(socketDir, SOCKET), reserve: space.floorBytes }
    const server = await start({ worker, answerLimitMs: options.answerLimitMs ?? 60_000, log })
    const session = newSession(log)
    const pool = connect(socketDir, log, (client) => session.begin(client, space.short))
    const care = new Upkeep({
      pool,
      log,
      freeBytes: () => space.freeBytes,
      vacuumEveryMs: options.vacuumEveryMs,
    })
    server.onStats = (stats) => {
      space.look()
      care.look(stats)
    }
    space.onChange = () => switchWrites(pool, care, space, log)
    undo.push(async () => {
      await care.stop()
      await pool.end()
      await server.stop()
    })
    return assemble({ log, space, server, session, pool, undo, onStatement: options.onStatement })
  } catch (error) {
    for (const step of undo.toReversed()) await step()
    throw error
  }
}

function assemble(parts: {
  log: Log
  space: Space
  server: EmbeddedServer
  session: ReturnType<typeof newSession>
  pool: pg.Pool
  undo: (() => unknown)[]
  onStatement: OnStatement | undefined
}): Database {
  const { log, space, server, session, pool, undo, onStatement } = parts
  const line = openSenderLine(WAIT_MS)
  const statements = measureStatements(pool, log, { onStatement })
  let closing: Promise<void> | undefined
  const close = async () => {
    for (const step of undo.toReversed()) await step()
  }
  return {
    ...overPool({ kind: 'embedded', pool, log, turns: inTurn(pool, line), space }),
    kind: 'embedded',
    hasVector: true,
    dedicated: (work) => useAlone(pool, work),
    keep: () => Promise.resolve(undefined),
    listen: (channel, onPayload, onGap) => session.listen(pool, channel, onPayload, onGap),
    space,
    guardWrite: () => space.guardWrite(),
    problemOf: (error) => databaseProblem(error, 'embedded'),
    async health() {
      const ok = server.answers || (await answersSoon(pool))
      return { ok, writable: ok && !space.short, freeBytes: space.freeBytes }
    },
    metrics: () => ({
      connections: pool.totalCount,
      waiting: pool.waitingCount + line.waiting,
      restarts: server.restarts,
      ...statements,
      ...server.stats,
    }),
    snapshot: (target) => snapshot(pool, server, target),
    close: () => (closing ??= close()),
  }
}

// Checkpoints first, because that may free the space.
function switchWrites(pool: pg.Pool, care: Upkeep, space: Space, log: Log): void {
  care.checkpoint().catch((error: unknown) => log.warn({ err: error }, 'CHECKPOINT failed'))
  pool
    .query(readOnly(space.short))
    .catch((error: unknown) => log.warn({ err: error }, 'the session was not switched'))
}

function start(deps: Parameters<typeof startServer>[0]): Promise<EmbeddedServer> {
  return startServer(deps).catch((error: unknown) => {
    const { directory } = deps.worker
    const reason = error instanceof Error ? error.message : String(error)
    const advice = /space/i.test(reason)
      ? 'Free some space and start again.'
      : 'Keep the directory for inspection, and restore the latest backup into an empty data directory.'
    throw new DatabaseStartError(
      `The embedded database in ${directory} could not be opened: ${reason}. Nothing was deleted. ${advice}`,
      error,
    )
  })
}

// All connections to PGlite share one session, and its socket server interleaves their protocol messages: with parameters
// above 64 kB replies went to the wrong connection (78 of 400, measured), and prepared statement names are shared. Therefore
// the pool has one connection.
function connect(socketDir: string, log: Log, onConnect: (client: pg.ClientBase) => Promise<void>): pg.Pool {
  const pool = openPool({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: WAIT_MS,
    onConnect,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'the connection to the embedded database broke'))
  return pool
}

/** Resets the shared session, so that a new connection does not depend on the previous one. */
function newSession(log: Log) {
  const listeners = new Listeners(log)
  let connections = 0
  return {
    async begin(client: pg.ClientBase, spaceIsShort: boolean): Promise<void> {
      client.on('notification', ({ channel, payload }) => listeners.deliver(channel, payload ?? ''))
      await client.query('DISCARD ALL')
      await client.query(readOnly(spaceIsShort))
      for (const channel of listeners.channels) await client.query(`LISTEN ${quoted(channel)}`)
      connections += 1
      if (connections > 1) listeners.gap()
    },
    async listen(pool: pg.Pool, channel: string, onPayload: (payload: string) => void, onGap?: () => void) {
      const remove = listeners.add(channel, onPayload, onGap)
      await pool.query(`LISTEN ${quoted(channel)}`)
      return async () => {
        if (remove()) await pool.query(`UNLISTEN ${quoted(channel)}`)
      }
    },
  }
}

function readOnly(on: boolean): string {
  return `SET default_transaction_read_only = ${on ? 'on' : 'off'}`
}

async function useAlone<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let clean = false
  try {
    const value = await work(client)
    clean = client.getTransactionStatus() === 'I'
    return value
  } finally {
    client.release(!clean)
  }
}

async function snapshot(pool: pg.Pool, server: EmbeddedServer, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`The snapshot's directory ${target} exists already.`)
  await useAlone(pool, async (client) => {
    await client.query('CHECKPOINT')
    await server.snapshot(target)
  })
}

async function answersSoon(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), HEALTH_MS)
  })
  const answered = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

/** Creates a directory only for this user, because access to the socket means full database access. */
async function placeForSocket(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'run')
  await rm(inside, { recursive: true, force: true })
  if (Buffer.byteLength(join(inside, SOCKET)) > MAX_SOCKET_PATH) return mkdtemp(join(tmpdir(), 'polylogue-'))
  await mkdir(inside, { mode: 0o700 })
  return inside
}
