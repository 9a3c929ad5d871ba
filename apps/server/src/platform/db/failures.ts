// Maps database errors to Problems.
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { Problem } from '#problem.ts'
import type { DatabaseKind } from './database.ts'

const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const READ_ONLY = '25006'
/** Foreign key violation: the referenced row was deleted after it was read. */
const NAMES_NOTHING = '23503'
/** Lock timeout. */
const LOCKED = '55P03'

// Connection lost or refused (08), too many connections (53300), shutdown or termination (57P0x), statement timeout (57014),
// idle in transaction (25P03), transaction timeout (25P04).
const UNAVAILABLE = /^(08...|53300|57P0.|57014|25P03|25P04)$/

const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// node-postgres sets no code on these.
const BROKEN_SENTENCES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/**
 * Returns the Problem for an error, searched along its causes; undefined for a defect.
 * @param fromDatabase whether the error certainly comes from a database connection, so that network codes refer to the
 *   database
 */
export function databaseProblem(
  error: unknown,
  kind: DatabaseKind,
  fromDatabase = false,
): Problem | undefined {
  let ours = fromDatabase
  for (const link of causes(error)) {
    if (link instanceof Problem) return link
    if (link instanceof DrizzleQueryError) ours = true
    const code = 'code' in link && typeof link.code === 'string' ? link.code : ''
    if (FULL.has(code)) return new Problem('STORAGE_FULL', {}, { cause: error })
    if (code === NAMES_NOTHING) return new Problem('CONFLICT', {}, { cause: error })
    // PostgreSQL becomes read-only as a standby; the embedded database when disk space is low.
    if (code === READ_ONLY && kind === 'embedded') return new Problem('STORAGE_FULL', {}, { cause: error })
    if (code === LOCKED) return new Problem('DATABASE_BUSY', {}, { cause: error, retryAfter: 5 })
    // The session or the whole database ended during the statement.
    const ended = 'severity' in link && (link.severity === 'FATAL' || link.severity === 'PANIC')
    if (ended || code === READ_ONLY || UNAVAILABLE.test(code) || BROKEN_SENTENCES.test(link.message))
      return unavailable(error)
    if (ours && BROKEN.has(code)) return unavailable(error)
  }
  return undefined
}

export function unavailable(cause: unknown): Problem {
  return new Problem('DATABASE_UNAVAILABLE', {}, { cause, retryAfter: 2 })
}

function causes(error: unknown): Error[] {
  const links: Error[] = []
  let link = error
  while (link instanceof Error && links.length < 8) {
    links.push(link)
    // Several addresses of one host, each refused.
    link = link instanceof AggregateError && link.errors.length > 0 ? link.errors[0] : link.cause
  }
  return links
}
