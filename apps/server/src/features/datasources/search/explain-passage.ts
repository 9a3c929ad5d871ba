// Explains whether an answer to a question gets a passage, and why not, with the same packing as answers.
import { DATASOURCE_STATUS, type PassageAbout } from '@polylogue/contract'
import { pack, type LeftOut } from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import { citedIn } from './cited.ts'
import { passageTokens } from './passage-tokens.ts'
import { placeOf, whyOf } from './passages.ts'
import type { ExplainedChunk, FoundPassages, LimitedQuestion } from './found.ts'
import { statusOf } from './store.ts'

type Reason = PassageAbout['reason']

const NOTHING = {
  chunkId: null,
  rank: null,
  score: null,
  why: null,
  duplicateRank: null,
  room: null,
  passage: null,
} satisfies Partial<PassageAbout>

/** Explains the chunk or document of `about`; null without one. */
export async function aboutOf(
  db: Runner,
  datasourceId: number,
  wanted: LimitedQuestion,
  found: FoundPassages,
): Promise<PassageAbout | null> {
  if (found.about) return aboutChunk(found.about, found, wanted)
  if (wanted.aboutMedia === undefined) return null
  return { ...NOTHING, reason: await withoutChunks(db, datasourceId, wanted.aboutMedia) }
}

/** Why a document has no chunks. */
async function withoutChunks(db: Runner, datasourceId: number, mediaId: number): Promise<Reason> {
  const status = await statusOf(db, datasourceId, mediaId)
  if (status === undefined) return 'not_readable'
  if (status === DATASOURCE_STATUS.failed) return 'failed'
  return status === DATASOURCE_STATUS.ready ? 'no_text' : 'indexing'
}

function aboutChunk(
  { chunkId, chunk, scored, rank: first }: ExplainedChunk,
  { hits }: FoundPassages,
  wanted: LimitedQuestion,
): PassageAbout {
  const place = hits.findIndex((hit) => hit.chunkId === chunkId)
  const hit = hits[place]
  const of = hit?.duplicateOf ?? null
  const known = hit ?? (scored ? { ...scored, duplicateOf: null } : undefined)
  const rank = hit ? place + 1 : first
  const told: Omit<PassageAbout, 'reason'> = {
    ...NOTHING,
    chunkId,
    rank,
    score: known?.score ?? null,
    why: known ? whyOf(known) : null,
    duplicateRank: of === null ? null : hits.findIndex((other) => other.chunkId === of) + 1,
    passage: chunk ? placeOf(chunk, known && citedIn({ ...chunk, why: known.why })) : null,
  }
  if (!chunk) return { ...told, reason: 'not_indexed' }
  if (chunk.isOff) return { ...told, reason: 'off' }
  if (rank === null) return { ...told, reason: 'not_found' }
  // It ranks below all passages that are read, so no answer gets it.
  if (!hit) return { ...told, reason: scored?.why.weak ? 'weak' : 'rank' }
  const limits = { amount: wanted.limit, budget: wanted.budget ?? Infinity, count: passageTokens }
  const left = pack(hits, limits).left.find((one) => one.chunkId === chunkId)
  if (!left) return { ...told, reason: 'used' }
  if (left.reason !== 'room') return { ...told, reason: left.reason }
  return { ...told, reason: 'no_room', room: roomOf(left) }
}

function roomOf({ left, needed }: LeftOut & { readonly reason: 'room' }) {
  return { left: Math.max(0, Math.floor(left)), needed }
}
