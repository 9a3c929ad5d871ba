// Every connection to a database is created here. node-postgres reports a broken one twice (the reason, then its end), and an
// `error` event that nobody hears ends the process: a connection hears its own, for as long as it exists.
import pg from 'pg'

class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The query of that moment, or the next one, fails with the reason.
    this.on('error', () => undefined)
  }
}

/** Returns a connection that is not open yet, outside every pool. */
export function newConnection(config: pg.ClientConfig): pg.Client {
  return new Connection(config)
}

/** node-postgres awaits `onConnect` before it hands out a connection; its types omit that. */
type PoolConfig = Omit<pg.PoolConfig, 'onConnect'> & { onConnect: (client: pg.ClientBase) => Promise<void> }

/** Returns a pool that runs `onConnect` on each new connection. */
export function openPool(config: PoolConfig): pg.Pool {
  return new pg.Pool({ ...config, Client: Connection })
}

/** Returns a name as an identifier in SQL. */
export const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Whether the database refused a statement, as opposed to a broken connection. */
export const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError
