// Connects to a PostgreSQL server.
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { isRefusal, newConnection, openPool } from '../connections.ts'
import { type Database, DatabaseStartError, type KeptConnection } from '../database.ts'
import { databaseProblem } from '../failures.ts'
import { watchSpace } from '../space.ts'
import { measureStatements, type OnStatement } from '../statements.ts'
import { overPool } from '../transactions.ts'
import { PostgresListener } from './listener.ts'

const OLDEST_MAJOR = 15
const WAIT_MS = 5_000
/** No request needs longer; a longer statement would block a connection. */
const STATEMENT_MS = 30_000
/** Waiting for a lock occupies one of only ten connections. */
const LOCK_MS = 10_000
const HEALTH_MS = 2_000
/** A kept connection that does not answer this soon is closed and replaced by its user. */
const KEPT_QUERY_MS = 5_000

export interface PostgresOptions {
  /** The maximum number of connections; default 10. */
  poolSize?: number
  /** Milliseconds to wait for a connection before DATABASE_UNAVAILABLE; default 5,000. */
  waitMs?: number
  /** The statement timeout in milliseconds; default 30,000. */
  statementMs?: number
  /** The lock timeout in milliseconds before DATABASE_BUSY; default 10,000. */
  lockMs?: number
  /** Bytes to keep free in the data directory, for files; default 200 MB or 5 % of the disk. */
  reserveBytes?: number
}

/**
 * Opens PostgreSQL 15 or newer, with or without pgvector.
 * @param options.dataDir the folder for files; its free space is watched for `guardWrite`
 * @throws DatabaseStartError
 */
export async function openPostgres(
  options: { databaseUrl: string; dataDir: string; log: Log; onStatement?: OnStatement } & PostgresOptions,
): Promise<Database> {
  const { databaseUrl, log, onStatement } = options
  const limits = { statementMs: options.statementMs ?? STATEMENT_MS, lockMs: options.lockMs ?? LOCK_MS }
  const waitMs = options.waitMs ?? WAIT_MS
  const config = { connectionString: databaseUrl, application_name: 'polylogue', keepAlive: true }
  const hasVector = await inspect({ ...config, connectionTimeoutMillis: waitMs })
  const space = await watchSpace({ dir: options.dataDir, log, reserveBytes: options.reserveBytes })
  const pool = connect(
    { ...config, max: options.poolSize ?? 10, connectionTimeoutMillis: waitMs },
    limits,
    log,
  )
  const base = overPool({ kind: 'postgres', pool, log, space })
  const statements = measureStatements(pool, log, { onStatement })
  const listener = new PostgresListener({ ...config, connectionTimeoutMillis: waitMs }, log)
  let closing: Promise<void> | undefined
  const end = async () => {
    space.stop()
    await listener.close()
    await pool.end()
  }
  return {
    ...base,
    kind: 'postgres',
    hasVector,
    dedicated: (work) => useOwn({ ...config, connectionTimeoutMillis: waitMs }, work),
    keep: () => keep({ ...config, connectionTimeoutMillis: waitMs, query_timeout: KEPT_QUERY_MS }),
    listen: (channel, onPayload, onGap) => listener.listen(channel, onPayload, onGap),
    space,
    guardWrite: () => space.guardWrite(),
    problemOf: (error) => databaseProblem(error, 'postgres'),
    async health() {
      const ok = await answers(
        { ...config, connectionTimeoutMillis: HEALTH_MS, query_timeout: HEALTH_MS },
        pool,
      )
      return { ok, writable: ok && !space.short, freeBytes: space.freeBytes }
    },
    metrics: () => ({
      connections: pool.totalCount,
      waiting: pool.waitingCount,
      fsyncs: 0,
      walBytes: 0,
      restarts: 0,
      ...statements,
    }),
    snapshot: () => Promise.reject(new Error('A PostgreSQL server is backed up with pg_dump.')),
    close: () => (closing ??= end()),
  }
}

function connect(
  config: pg.PoolConfig,
  { statementMs, lockMs }: { statementMs: number; lockMs: number },
  log: Log,
): pg.Pool {
  const pool = openPool({
    ...config,
    // Longer than the server's own timeout; for a server that no longer responds.
    query_timeout: statementMs + 5_000,
    onConnect: async (client) => {
      await client.query(
        `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; SET idle_in_transaction_session_timeout = 60000; SET TIME ZONE 'UTC'; SET jit = off`,
      )
    },
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to PostgreSQL broke'))
  return pool
}

/** Checks the server. Returns whether it has pgvector. */
function inspect(config: pg.ClientConfig): Promise<boolean> {
  return atStart(config, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    const version = rows[0]?.server_version ?? ''
    if (Number.parseInt(version, 10) < OLDEST_MAJOR)
      throw new DatabaseStartError(
        `The database at DATABASE_URL is PostgreSQL ${version}; ${OLDEST_MAJOR} or newer is needed. Nothing was changed.`,
      )
    return enableVector(client)
  })
}

/** Returns whether the database has users; writes nothing. @throws DatabaseStartError */
export function hasUsers(databaseUrl: string): Promise<boolean> {
  const config = { connectionString: databaseUrl, connectionTimeoutMillis: WAIT_MS }
  return atStart(config, async (client) => {
    const { rows } = await client.query<{ name: string | null }>("SELECT to_regclass('users') AS name")
    return rows[0]?.name != null && (await client.query('SELECT FROM users LIMIT 1')).rowCount === 1
  })
}

/** Uses a connection before the pool is open. @throws DatabaseStartError */
async function atStart<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client | undefined
  try {
    // Refuses settings in the address that it does not understand.
    client = newConnection(config)
    await client.connect()
    return await work(client)
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(
      `The database at DATABASE_URL cannot be used: ${reasonOf(error)}. Check the address, and that the server runs.`,
      error,
    )
  } finally {
    await client?.end().catch(() => undefined)
  }
}

// Fails where pgvector is not installed, where the user lacks permission, or when another server creates it at the same
// time.
async function enableVector(client: pg.Client): Promise<boolean> {
  await client.query('CREATE EXTENSION IF NOT EXISTS vector').catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'vector'")
  return rowCount === 1
}

async function useOwn<T>(config: pg.ClientConfig, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = newConnection(config)
  try {
    await client.connect()
    await client.query("SET TIME ZONE 'UTC'")
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function keep(config: pg.ClientConfig): Promise<KeptConnection> {
  const client = newConnection(config)
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  const close = () => client.end().catch(() => undefined)
  try {
    await client.connect()
  } catch (error) {
    await close()
    throw error
  }
  return { query: client.query.bind(client), lost, close }
}

// Uses its own connection when the pool is exhausted: busy is not down.
async function answers(config: pg.ClientConfig, pool: pg.Pool): Promise<boolean> {
  const busy = pool.idleCount === 0 && pool.totalCount >= pool.options.max
  const asked = busy ? useOwn(config, (client) => client.query('SELECT 1')) : pool.query('SELECT 1')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), HEALTH_MS)
  })
  const answered = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}
