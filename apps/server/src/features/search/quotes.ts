// The quotes of what searches found, a few in a statement, so that other statements come between.
import type { Database } from '#platform/db/index.ts'
import { openTurns } from '#platform/turns.ts'
import { quotesOf, quotesOfTexts, type Quoted } from './quotes-store.ts'

/** Quotes in a statement: with long texts about 100 ms of the embedded database. */
const EACH = 10
/** Statements of all searches at once; the embedded database has one session, in which everybody waits for them. */
const AT_ONCE = { embedded: 1, postgres: 4 }
const LINE = { waiting: 1_000, timeoutMs: 10_000 }

/** Rejects with Problem SERVER_BUSY after ten seconds of waiting. */
export interface Quotes {
  /** Returns the quotes of messages by id. */
  ofMessages(asked: Quoted, messageIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Returns the quotes of texts, in their order; they are already cut near the match. */
  ofTexts(asked: Quoted, texts: readonly string[]): Promise<readonly string[]>
}

export function openQuotes({ kind, pool }: Pick<Database, 'kind' | 'pool'>): Quotes {
  const inTurn = openTurns({ ...LINE, atOnce: AT_ONCE[kind] })
  const inBatches = async <T, Q>(all: readonly T[], quote: (some: readonly T[]) => Promise<Iterable<Q>>) => {
    const quotes: Q[] = []
    for (let from = 0; from < all.length; from += EACH)
      quotes.push(...(await inTurn(() => quote(all.slice(from, from + EACH)))))
    return quotes
  }
  return {
    ofMessages: async (asked, messageIds) =>
      new Map(await inBatches(messageIds, (some) => quotesOf(pool, asked, some))),
    ofTexts: (asked, texts) => inBatches(texts, (some) => quotesOfTexts(pool, asked, some)),
  }
}
