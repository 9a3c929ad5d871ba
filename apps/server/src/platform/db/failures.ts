// The one place that says what a failure of the database means to people.
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { Problem } from '../../problem.ts'
import type { DatabaseKind } from './database.ts'

const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const READ_ONLY = '25006'
/** What a row names was deleted at the same moment: whoever looked just before saw it. */
const NAMES_NOTHING = '23503'
/** Waited too long for what another transaction holds. */
const LOCKED = '55P03'

// Connection lost or refused (08), too many connections (53300), shutting down or terminated (57P0x), statement time
// limit (57014), idle in a transaction for too long (25P03), transaction time limit (25P04).
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

// node-postgres gives these no code.
const BROKEN_SENTENCES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/**
 * The Problem that stands for a failure, looked for along its causes; undefined for everything that is a defect.
 * @param fromDatabase the failure surely comes from a connection of ours, so that network codes speak of the database.
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
    // PostgreSQL turns read-only when it became a standby; the embedded database when space is short.
    if (code === READ_ONLY && kind === 'embedded') return new Problem('STORAGE_FULL', {}, { cause: error })
    if (code === LOCKED) return new Problem('DATABASE_BUSY', {}, { cause: error, retryAfter: 5 })
    // The statement met the end of its session or of the whole database.
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
