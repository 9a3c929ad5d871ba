// Measures the statements of a pool's connections: their average duration, and the slow ones, which are logged.
import type pg from 'pg'
import type { Log } from '../log.ts'
import { currentRequestId } from '../sender.ts'

/** Statements of this duration or longer are slow. */
const SLOW_MS = 1_000
/** Characters of a statement in the log. */
const SHOWN = 200

/** Is called before each statement, with its name or the beginning of its text; for tests. */
export type OnStatement = (statement: string) => void

/** Sums since the start of the process. */
export interface StatementCounts {
  statements: number
  milliseconds: number
  /** Statements that took a second or longer. */
  slow: number
}

type Query = (...args: unknown[]) => unknown

/** Measures every statement of the pool; waiting for a connection does not count. Returns the sums, which it updates. */
export function measureStatements(
  pool: pg.Pool,
  log: Log,
  { slowMs = SLOW_MS, onStatement }: { slowMs?: number; onStatement?: OnStatement | undefined } = {},
): StatementCounts {
  const counts: StatementCounts = { statements: 0, milliseconds: 0, slow: 0 }
  const add = (asked: unknown, ms: number, requestId: string | undefined) => {
    counts.statements++
    counts.milliseconds += ms
    if (ms < slowMs) return
    counts.slow++
    log.warn({ ms: Math.round(ms), statement: nameOf(asked), requestId }, 'a statement was slow')
  }
  pool.on('connect', (client) => {
    let latest = 0
    const ended = (asked: unknown, since: number, requestId: string | undefined) => {
      const now = performance.now()
      // It may have been sent behind another one.
      add(asked, now - Math.max(since, latest), requestId)
      latest = now
    }
    const query = client.query.bind(client) as Query
    const measured: Query = (...args) => {
      const since = performance.now()
      const requestId = currentRequestId()
      onStatement?.(nameOf(args[0]))
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        args[args.length - 1] = (...results: unknown[]) => {
          ended(args[0], since, requestId)
          return (callback as Query)(...results)
        }
        return query(...args)
      }
      const result = query(...args)
      const end = () => ended(args[0], since, requestId)
      if (result instanceof Promise) result.then(end, end)
      return result
    }
    client.query = measured as typeof client.query
  })
  return counts
}

/** Returns a statement's name or its beginning; values in its text are left out, because people may have written them. */
function nameOf(asked: unknown): string {
  const { name, text } = typeof asked === 'object' && asked ? (asked as pg.QueryConfig) : {}
  if (name) return name
  const whole = typeof asked === 'string' ? asked : (text ?? '')
  return whole
    .slice(0, 10 * SHOWN)
    .replaceAll(/'[^']*('|$)/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .slice(0, SHOWN)
}
