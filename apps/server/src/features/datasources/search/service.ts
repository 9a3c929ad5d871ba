// One search for questions of chats, the API and the workbench.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FoundPassage, SearchMeta } from '@polylogue/contract'
import type { Runner } from '../../../platform/db/index.ts'
import { Problem } from '../../../problem.ts'
import {
  duplicatesOf,
  questionLanguages,
  questionWords,
  scorePassages,
  type Ranked,
  type Scored,
  type TextLanguage,
} from '../retrieval/index.ts'
import type { NearChunks } from '../vectors/index.ts'
import { PlacesCache, rankIn } from './segments.ts'
import * as store from './store.ts'

/** A question with fewer words than this is read together with the one before it. */
const FEW_WORDS = 3
const READY = 2

/** A passage with its score and its chunk. */
export interface Hit extends Scored {
  readonly chunk: store.ChunkRow
  /** An earlier hit with almost the same text; null without one. */
  readonly duplicateOf: number | null
}

/** All passages that a question finds, the best first. */
export interface Found {
  readonly hits: readonly Hit[]
  readonly ranked: Ranked
  readonly languages: readonly TextLanguage[]
  readonly about: Scored | null
  readonly vectors: SearchMeta['vectors']
}

export interface Question {
  readonly q: string
  /** Who asks. */
  readonly userId: number
  /** The question before it in the chat. */
  readonly before?: string | undefined
  /** A chunk to explain. */
  readonly about?: number | undefined
}

export interface Searching {
  /** Finds passages in data sources; the caller has checked the access. */
  find(datasourceIds: readonly number[], question: Question): Promise<Found>
  /** The same in the form of the API. @throws Problem DATASOURCE_NOT_READY */
  search(
    datasource: { readonly id: number; readonly status: number },
    wanted: Omit<Question, 'before'> & { readonly limit: number },
  ): Promise<SearchMeta & { Passages: FoundPassage[] }>
}

interface SearchingDeps {
  readonly db: { readonly pool: Runner }
  readonly near: NearChunks
}

export function openSearching({ db: { pool }, near }: SearchingDeps): Searching {
  const cache = new PlacesCache()
  const find: Searching['find'] = async (datasourceIds, question) => {
    const languages = questionLanguages(question.q, await store.languagesOf(pool, datasourceIds))
    const about = question.about === undefined ? [] : [question.about]
    const rank = (text: string, also: readonly number[] = about) => {
      const words = questionWords(text, languages)
      return rankIn(pool, cache, { datasourceIds, words, also })
    }
    const own = await rank(question.q)
    const leans = question.before !== undefined && leansOn(own)
    const text = leans ? `${question.before}\n${question.q}` : question.q
    const answer = await near.of(datasourceIds, { text, userId: question.userId })
    const nearest = answer.state === 'on' ? answer : undefined
    // Chunks that vectors found are ranked by words, too.
    const ranked = leans || nearest ? await rank(text, [...about, ...(nearest?.found.keys() ?? [])]) : own
    const ids = ranked.best.map(({ chunkId }) => chunkId)
    const chunks = await store.chunksOf(pool, ids, datasourceIds)
    const candidates = ranked.best.flatMap((one) => {
      const chunk = chunks.get(one.chunkId)
      return chunk
        ? [{ ...one, context: chunk.context, text: chunk.text, language: chunk.language ?? 'en' }]
        : []
    })
    const { scored, about: explained } = await scorePassages({
      words: ranked.words,
      candidates,
      ...(nearest ? { vectors: nearest.found, cosineOf: nearest.cosineOf } : {}),
      ...(question.about === undefined ? {} : { about: question.about }),
      pause: () => nextTurn(),
    })
    const vectors = answer.state
    return { hits: hitsOf(scored, chunks), ranked, languages, about: explained, vectors }
  }
  return {
    find,
    async search({ id, status }, { q, limit, about, userId }) {
      if (status !== READY) throw new Problem('DATASOURCE_NOT_READY')
      const begun = performance.now()
      const found = await find([id], { q, about, userId })
      const passages = found.hits.slice(0, limit)
      const { ranked, languages } = found
      return {
        Passages: passages.map(toPassage),
        languages: [...languages],
        ignored: [...ranked.ignored],
        unknown: [...ranked.unknown],
        searched: ranked.searched,
        vectors: found.vectors,
        ms: Math.round(performance.now() - begun),
        about: about === undefined ? null : await aboutOf(pool, id, about, found, passages),
      }
    },
  }
}

/** A question of few words leans on the one before it, unless the data sources have none of these words. */
function leansOn({ words }: Ranked): boolean {
  // Stop words have no stem.
  const telling = words.filter(({ terms }) => terms.stems.length > 0)
  if (telling.length >= FEW_WORDS) return false
  return telling.length === 0 || telling.some(({ chunks }) => chunks > 0)
}

function hitsOf(scored: readonly Scored[], chunks: ReadonlyMap<number, store.ChunkRow>): Hit[] {
  const hits = scored.flatMap((one) => {
    const chunk = chunks.get(one.chunkId)
    return chunk ? [{ ...one, chunk }] : []
  })
  const duplicates = duplicatesOf(hits.map(({ chunkId, chunk }) => ({ chunkId, text: chunk.text })))
  return hits.map((hit) => ({ ...hit, duplicateOf: duplicates.get(hit.chunkId) ?? null }))
}

function whyOf({ why, duplicateOf }: Pick<Hit, 'why' | 'duplicateOf'>): FoundPassage['why'] {
  const { spans, terms, ...rest } = why
  return {
    ...rest,
    duplicateOf,
    spans: [...spans],
    terms: terms.map(({ as, ...term }) => ({ ...term, as: [...as] })),
  }
}

function toPassage(hit: Hit): FoundPassage {
  const { id: chunkId, mediaId, title, text, page, heading, from, to } = hit.chunk
  return { chunkId, mediaId, title, text, page, heading, from, to, score: hit.score, why: whyOf(hit) }
}

async function aboutOf(
  db: Runner,
  datasourceId: number,
  chunkId: number,
  { hits, about, ranked }: Found,
  passages: readonly Hit[],
): Promise<NonNullable<SearchMeta['about']>> {
  const place = hits.findIndex((hit) => hit.chunkId === chunkId)
  const hit = hits[place]
  const score = hit?.score ?? about?.score ?? null
  const first = ranked.best.find((one) => one.chunkId === chunkId)?.rank ?? null
  const rank = hit ? place + 1 : first
  const why = hit ? whyOf(hit) : about ? whyOf({ ...about, duplicateOf: null }) : null
  const isKnown = why !== null || (await store.chunksOf(db, [chunkId], [datasourceId])).size > 0
  const told = { chunkId, rank, score, why }
  if (!isKnown) return { ...told, reason: 'not_indexed' }
  if (rank === null) return { ...told, reason: 'not_found' }
  if (hit?.duplicateOf) return { ...told, reason: 'duplicate' }
  if (hit?.why.weak) return { ...told, reason: 'weak' }
  return { ...told, reason: passages.some((one) => one.chunkId === chunkId) ? 'used' : 'rank' }
}
