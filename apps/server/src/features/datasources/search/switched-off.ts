// Finds words of a question in passages that are switched off, so that they are not called missing.
import { setImmediate } from 'node:timers/promises'
import { indexedText, termsOf, type SearchedWord } from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import type { FoundPassages } from './found.ts'
import * as store from './store.ts'

/** UTF-16 units of all passages that are read. */
const READ = 250_000

/** The least number of passages that a ranking reads: with fewer hits, it has read all that have a word of the question. */
const ALL_READ = 10

/** Returns the words of a question that no passage in use has, and that one which is switched off has. */
export async function wordsSwitchedOff(
  db: Runner,
  datasourceId: number,
  { ranked: { words }, hits }: Pick<FoundPassages, 'ranked' | 'hits'>,
): Promise<string[]> {
  const inHits = new Set(
    hits.flatMap(({ why }) => why.terms.flatMap(({ how, word }) => (how === 'none' ? [] : word))),
  )
  // Until the index is merged, it still counts words of passages that were switched off.
  const isMissing = ({ word, chunks }: SearchedWord) =>
    chunks === 0 || (hits.length < ALL_READ && !inHits.has(word))
  const missing = new Set(words.filter(isMissing))
  if (missing.size === 0) return []
  const found: SearchedWord[] = []
  let read = 0
  for (const { language, ...chunk } of await store.switchedOffOf(db, datasourceId)) {
    const text = indexedText(chunk)
    read += text.length
    if (missing.size === 0 || read > READ) break
    const terms = termsOf(text, language ?? 'en')
    for (const word of missing)
      if (formsOf(word).some((form) => terms.has(form)) && missing.delete(word)) found.push(word)
    await setImmediate()
  }
  return words.filter((word) => found.includes(word)).map(({ word }) => word)
}

const formsOf = ({ terms: { stems, whole } }: SearchedWord) => [
  ...stems,
  ...(whole === undefined ? [] : [whole]),
]
