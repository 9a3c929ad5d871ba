// Finds passages for a question by words and, if there are any, by vectors, and scores both together.
import { setImmediate } from 'node:timers/promises'
import {
  contextOf,
  decidedLanguage,
  duplicatesOf,
  leansByForm,
  missingWords,
  openJudgement,
  questionLanguages,
  questionWords,
  scorePassages,
  type Candidate,
  type Judged,
  type Ranked,
  type RankedChunk,
  type TextLanguage,
} from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import type { NearChunks } from './near.ts'
import type { FoundPassages, FoundPassage, SearchQuestion } from './found.ts'
import { openRanking, PlacesCache, type Ranking } from './segments.ts'
import * as store from './store.ts'

const nextTurn = () => setImmediate<void>()

/** A question with fewer words is searched together with the one before it. */
const FEW_WORDS = 3

export type Find = (datasourceIds: readonly number[], question: SearchQuestion) => Promise<FoundPassages>

/**
 * Opens the search. If the asker can translate and there are no vectors, the question is translated into each other language of
 * the documents; then both texts are searched.
 */
export function openFind(pool: Runner, near: NearChunks): Find {
  const searchIn = openSearchIn(pool, near)
  return async (datasourceIds, question) => {
    const known = await store.languagesOf(pool, datasourceIds)
    const present = known.map(({ language }) => language)
    const search = async (asked: SearchQuestion, languages: readonly TextLanguage[], isOther: boolean) => {
      const found = await searchIn(datasourceIds, asked, languages, isOther)
      return { ...found, isForeign: isOther, searched: searchedOf(known, found.ranked) }
    }
    const isOther = present.length > 0 && isForeign(question.q, present)
    const found = await search(question, questionLanguages(question.q, present), isOther)
    if (found.vectors === 'on') return { ...found, isForeign: false }
    const { text, languages } = await translationOf(question, known)
    if (text === '') return found
    const other = await search({ ...question, q: text, before: undefined }, languages, false)
    return withTranslation(found, other, text)
  }
}

/** Share of the chunks below which documents in another language do not delay a question by a translation. */
const LEAST_SHARE = 0.02

/** Translates a question into the languages of the documents that it is not in. */
async function translationOf(
  { q, translate }: SearchQuestion,
  known: readonly store.LanguageRow[],
): Promise<{ text: string; languages: TextLanguage[] }> {
  const own = decidedLanguage(q)
  if (own === undefined || translate === undefined) return { text: '', languages: [] }
  const all = known.reduce((sum, { chunks }) => sum + chunks, 0)
  const others = known.filter(({ language, chunks }) => language !== own && chunks >= LEAST_SHARE * all)
  const translated = await Promise.all(
    others.map(async ({ language }) => ({ language, text: await translate(language) })),
  )
  const done = translated.filter(({ text }) => text !== undefined)
  return {
    text: [...new Set(done.map(({ text }) => text))].join('\n'),
    languages: done.map(({ language }) => language),
  }
}

/** Joins the results of a question and of its translation. A word is missing only if its translation is, too. */
async function withTranslation(
  found: FoundPassages,
  other: FoundPassages,
  translation: string,
): Promise<FoundPassages> {
  const { isForeign, about } = found
  const hits = await bothOf(found.hits, other.hits)
  if (isForeign) return { ...other, hits, isForeign, translation }
  const isBetter = (other.about?.scored?.score ?? -1) > (about?.scored?.score ?? -1)
  return {
    ...found,
    hits,
    missing: other.missing.length > 0 ? found.missing : [],
    about: isBetter ? other.about : about,
    translation,
  }
}

/** Until a merge, segments have removed chunks; a damaged segment is not searched. */
function searchedOf(known: readonly store.LanguageRow[], { searched }: Ranked): FoundPassages['searched'] {
  const sum = (count: (one: store.LanguageRow) => number) => known.reduce((all, one) => all + count(one), 0)
  const stored = sum(({ chunks }) => chunks) - (known[0]?.switchedOff ?? 0)
  return { documents: sum(({ documents }) => documents), chunks: Math.min(searched.chunks, stored) }
}

/** Returns whether a question is in a language that the documents do not have. */
function isForeign(q: string, present: readonly TextLanguage[]): boolean {
  const language = decidedLanguage(q)
  return language !== undefined && !present.includes(language)
}

/** Returns the hits of two searches, each chunk once with its better score. */
function bothOf(one: readonly FoundPassage[], other: readonly FoundPassage[]): Promise<FoundPassage[]> {
  const better = new Map<number, FoundPassage>()
  for (const hit of [...one, ...other])
    if (hit.score > (better.get(hit.chunkId)?.score ?? -1)) better.set(hit.chunkId, hit)
  return withDuplicates([...better.values()].toSorted((a, b) => b.score - a.score))
}

type SearchIn = (
  datasourceIds: readonly number[],
  question: SearchQuestion,
  languages: readonly TextLanguage[],
  isForeign: boolean,
) => Promise<Omit<FoundPassages, 'searched' | 'isForeign'>>

function openSearchIn(pool: Runner, near: NearChunks): SearchIn {
  const read = openRead(pool, near)
  return async (datasourceIds, question, languages, isForeign) => {
    let found = await read(datasourceIds, question, languages)
    // A document can be replaced or removed after the index is read and before its chunks are.
    if (!found.isWhole) found = await read(datasourceIds, question, languages)
    const { ranked, best, chunks, asked, nearest, together, has, own } = found
    const { words } = ranked
    const { scored, about } = await scorePassages({
      words,
      candidates: candidatesOf(best, chunks),
      ...(nearest.state === 'on' ? { vectors: nearest.found, cosineOf: nearest.cosineOf } : {}),
      ...(asked === undefined ? {} : { about: asked }),
      pause: nextTurn,
    })
    const passages = scored.map(({ why }) => why.terms)
    const missing = isForeign ? [] : await missingWords({ languages, words, own, passages, has })
    const judge = openJudgement({ words, languages, missing, isForeign })
    const rank = best.find(({ chunkId }) => chunkId === asked)?.rank ?? null
    return {
      hits: await hitsOf(scored.map(judge), chunks),
      ranked,
      missing,
      languages,
      together,
      vectors: nearest.state,
      translation: null,
      about:
        asked === undefined
          ? undefined
          : { chunkId: asked, chunk: chunks.get(asked), scored: about && judge(about), rank },
    }
  }
}

/** The data for a question before scoring. */
interface Read {
  readonly ranked: Ranked
  /** The best chunks by words, those found by vectors, and the one to explain. */
  readonly best: readonly RankedChunk[]
  readonly chunks: ReadonlyMap<number, store.ChunkRow>
  /** The chunk to explain. */
  readonly asked: number | undefined
  readonly nearest: Awaited<ReturnType<NearChunks['of']>>
  readonly together: boolean
  readonly has: Ranking['has']
  /** The words of the question itself. */
  readonly own: Ranked['words']
  /** Whether all chunks still existed. */
  readonly isWhole: boolean
}

function openRead(pool: Runner, near: NearChunks) {
  const cache = new PlacesCache()
  return async (
    datasourceIds: readonly number[],
    question: SearchQuestion,
    languages: readonly TextLanguage[],
  ): Promise<Read> => {
    const about = await alsoOf(pool, datasourceIds, question)
    const open = (text: string) =>
      openRanking(pool, cache, { datasourceIds, words: questionWords(text, languages) })
    const { q, before = '', asker, isConfidential = false, isConfidentialNow } = question
    const nearTo = (text: string) =>
      near.of(datasourceIds, { text, asker, isConfidential, isConfidentialNow })
    const [own, early] = await Promise.all([open(q), before === '' ? nearTo(q) : undefined])
    const ownRanked = await own.rank(about)
    const together = before !== '' && leansOn(ownRanked, q, languages)
    const text = together ? `${before}\n${q}` : q
    const nearest = early ?? (await nearTo(text))
    const found = nearest.state === 'on' ? nearest.found : undefined
    const ranking = together ? await open(text) : own
    // Chunks that were found by vectors are ranked by words, too.
    const ranked = together || found ? await ranking.rank([...about, ...(found?.keys() ?? [])]) : ownRanked
    const asked = askedOf(ranked, about)
    const best = ranked.best.filter(
      ({ chunkId }, place) => place < READ || chunkId === asked || found?.has(chunkId),
    )
    const ids = [...best.map(({ chunkId }) => chunkId), ...(asked === undefined ? [] : [asked])]
    const chunks = await store.chunksOf(pool, ids, datasourceIds)
    const isWhole = best.every(({ chunkId }) => chunks.has(chunkId))
    return { ranked, best, chunks, asked, nearest, together, has: ranking.has, own: ownRanked.words, isWhole }
  }
}

function candidatesOf(
  best: readonly RankedChunk[],
  chunks: ReadonlyMap<number, store.ChunkRow>,
): Candidate[] {
  return best.flatMap((one) => {
    const chunk = chunks.get(one.chunkId)
    // It may have been switched off after the index was read.
    if (!chunk || chunk.isOff) return []
    return [{ ...one, context: contextOf(chunk), text: chunk.text, language: chunk.language ?? 'en' }]
  })
}

/** Number of chunks of the first ranking whose texts are read, a little more than are scored. */
const READ = 80

/** Returns the chunks that a question is about. */
async function alsoOf(
  pool: Runner,
  datasourceIds: readonly number[],
  { about, aboutMedia }: SearchQuestion,
): Promise<number[]> {
  if (about !== undefined) return [about]
  return aboutMedia === undefined ? [] : store.chunkIdsOf(pool, aboutMedia, datasourceIds)
}

/** Returns the chunk to explain: the best ranked of several, else the first. */
function askedOf({ best }: Ranked, also: readonly number[]): number | undefined {
  if (also.length < 2) return also[0]
  const wanted = new Set(also)
  return best.find(({ chunkId, rank }) => rank !== null && wanted.has(chunkId))?.chunkId ?? also[0]
}

/**
 * Adds the question before to one that leans on it by its form, and to one of few words, unless the data sources have none of
 * these words.
 */
function leansOn({ words }: Ranked, q: string, languages: readonly TextLanguage[]): boolean {
  // Stop words have no stem.
  const telling = words.filter(({ terms }) => terms.stems.length > 0)
  if (telling.length >= FEW_WORDS) return leansByForm(q, languages)
  return telling.length === 0 || telling.some(({ chunks }) => chunks > 0)
}

function hitsOf(
  scored: readonly Judged[],
  chunks: ReadonlyMap<number, store.ChunkRow>,
): Promise<FoundPassage[]> {
  return withDuplicates(
    scored.flatMap((one) => {
      const chunk = chunks.get(one.chunkId)
      return chunk ? [{ ...chunk, ...one }] : []
    }),
  )
}

/** Sets for each hit which earlier one has almost the same text. */
async function withDuplicates(hits: readonly Omit<FoundPassage, 'duplicateOf'>[]): Promise<FoundPassage[]> {
  const texts = hits.map(({ chunkId, text }) => ({ chunkId, text }))
  const duplicates = await duplicatesOf(texts, nextTurn)
  return hits.map((hit) => ({ ...hit, duplicateOf: duplicates.get(hit.chunkId) ?? null }))
}
