// The quotes of the messages that searches found, a few in a statement, so that other statements come between.
import type { Database } from '../../platform/db/index.ts'
import { openTurns } from '../../platform/turns.ts'
import { quotesOf, type Quoted } from './quotes-store.ts'

/** Quotes in a statement: with long texts about 100 ms of the embedded database. */
const EACH = 10
/** Statements of all searches at once; the embedded database has one session, in which everybody waits for them. */
const AT_ONCE = { embedded: 1, postgres: 4 }
const LINE = { waiting: 1_000, timeoutMs: 10_000 }

/** Returns the quotes of messages by id. @throws Problem SERVER_BUSY after ten seconds of waiting */
export type Quotes = (asked: Quoted, messageIds: readonly number[]) => Promise<ReadonlyMap<number, string>>

export function openQuotes({ kind, pool }: Pick<Database, 'kind' | 'pool'>): Quotes {
  const inTurn = openTurns({ ...LINE, atOnce: AT_ONCE[kind] })
  return async (asked, messageIds) => {
    const quotes = new Map<number, string>()
    for (let from = 0; from < messageIds.length; from += EACH) {
      const some = messageIds.slice(from, from + EACH)
      for (const [id, quote] of await inTurn(() => quotesOf(pool, asked, some))) quotes.set(id, quote)
    }
    return quotes
  }
}
