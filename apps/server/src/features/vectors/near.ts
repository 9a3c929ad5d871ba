// Finds the chunks whose vectors are nearest to a question: exactly, over all vectors of the data sources.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Runner } from '#platform/db/index.ts'
import { isWithheld } from '#features/confidentiality/index.ts'
import {
  areLocalOnly,
  type NearAnswer,
  type NearChunks,
  type NearQuestion,
} from '#features/datasources/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import { VectorCache, type KeptVectors } from './cache.ts'
import type { VectorsDeps } from './deps.ts'
import * as store from './near-store.ts'
import { LATE_MS, QuestionVectors } from './questions.ts'

/** Chunks that are found. */
const BEST = 50
/** Milliseconds of work before the event loop gets a turn, and vectors between two looks at the time. */
const SLICE_MS = 3
const STEP = 256

const OFF = { state: 'off' } as const
const UNAVAILABLE = { state: 'unavailable' } as const

type Deps = Pick<VectorsDeps, 'embedding' | 'confidentiality' | 'log'> & {
  readonly db: { readonly pool: Runner }
  /** Called when the vectors of a data source have another length than those of its model. */
  readonly outdated: (datasourceId: number) => Promise<void>
}

export function openNear(deps: Deps): NearChunks {
  const cache = new VectorCache()
  const questions = new QuestionVectors(deps.embedding)
  const { pool } = deps.db
  return {
    async of(datasourceIds, question) {
      const searched = await store.searchedTags(pool, datasourceIds)
      const tagId = searched[0]?.tagId
      if (tagId === undefined) return OFF
      const tag = await deps.embedding.models.tagForVectors(tagId).catch(() => undefined)
      if (!tag) return UNAVAILABLE
      // Cosines of several models cannot be compared.
      const places = searched.filter((one) => one.tagId === tagId && mayAsk(deps, one, question, tag))
      if (places.length === 0) return OFF
      const ids = places.map(({ id }) => id)
      const isConfidential = async () =>
        question.isConfidential ||
        (await areLocalOnly(pool, deps.confidentiality, ids)) ||
        ((await question.isConfidentialNow?.()) ?? false)
      const asked = async () => {
        const unit = await questions.of(tag, question, isConfidential)
        const all: Searched[] = []
        for (const { id: datasourceId } of places) {
          const place = { datasourceId, tagId }
          all.push({ ...keptOf(await cache.of(pool, place)), ...place })
        }
        return { unit, all }
      }
      const loaded = await inTime(asked(), deps)
      if (!loaded) return UNAVAILABLE
      const { unit } = loaded
      const fitting = loaded.all.filter(({ block }) => block?.dimensions === unit.length)
      for (const { block, datasourceId } of loaded.all)
        if (block && block.dimensions !== unit.length) await deps.outdated(datasourceId)
      if (fitting.length === 0) return loaded.all.some(({ block }) => block) ? UNAVAILABLE : OFF
      return nearest(pool, cache, fitting, unit)
    },
  }
}

const keptOf = ({ block, chunkIds, rowIds, places }: KeptVectors): KeptVectors => ({
  block,
  chunkIds,
  rowIds,
  places,
})

/** Applies the confidentiality of the documents to the question, because a question reveals something about them. */
const mayAsk = (
  { confidentiality }: Deps,
  { label }: store.Searched,
  { isConfidential }: NearQuestion,
  tag: AskableTag,
) => !isWithheld({ isConfidential: isConfidential || confidentiality.isLocalOnly(label) }, tag)

async function inTime<T>(work: Promise<T>, { log }: Pick<Deps, 'log'>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LATE_MS)
  })
  const result = work.catch((error: unknown) => {
    log.info({ err: error }, 'a question has no vector')
    return undefined
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}

type Searched = KeptVectors & store.VectorSet

/** Finds the nearest vectors. Repeats the search if it met removed rows, because others take their places. */
async function nearest(
  db: Runner,
  cache: VectorCache,
  all: readonly Searched[],
  unit: Float32Array,
): Promise<NearAnswer> {
  for (;;) {
    const best = await bestOf(all, unit)
    if (best.length === 0) return OFF
    let lost = 0
    for (const searched of all) {
      const own = best.filter((one) => one.datasourceId === searched.datasourceId)
      const chunkIds = own.map(({ chunkId }) => chunkId)
      const living = await store.livingRows(db, chunkIds, searched.tagId)
      if (own.every(({ at }) => living.has(searched.rowIds[at] ?? 0))) continue
      lost++
      await cache.dropRemoved(db, searched, searched)
    }
    if (lost > 0) continue
    return {
      state: 'on',
      found: new Map(best.map(({ chunkId, cosine }) => [chunkId, cosine])),
      cosineOf: (chunkId) => cosineOf(all, unit, chunkId),
    }
  }
}

function cosineOf(all: readonly Searched[], unit: Float32Array, chunkId: number): number | undefined {
  for (const { places, block } of all) {
    const at = places.get(chunkId)
    if (at !== undefined && block) return block.cosine(block.prepared(unit), at)
  }
  return undefined
}

interface Best {
  readonly datasourceId: number
  readonly chunkId: number
  readonly at: number
  readonly cosine: number
}

const nearestFirst = (one: Best, other: Best) => other.cosine - one.cosine || one.chunkId - other.chunkId

async function bestOf(all: readonly Searched[], unit: Float32Array): Promise<Best[]> {
  let best: Best[] = []
  let least = Number.NEGATIVE_INFINITY
  let began = performance.now()
  for (const { datasourceId, block, chunkIds, places } of all) {
    if (!block) continue
    const prepared = block.prepared(unit)
    for (let at = 0; at < block.size; at++) {
      const cosine = block.cosine(prepared, at)
      const chunkId = chunkIds[at] ?? 0
      if (cosine > least && places.get(chunkId) === at) best.push({ datasourceId, chunkId, at, cosine })
      if (best.length === 4 * BEST) {
        best = best.sort(nearestFirst).slice(0, BEST)
        least = best.at(-1)?.cosine ?? least
      }
      if (at % STEP > 0 || performance.now() - began < SLICE_MS) continue
      await nextTurn()
      began = performance.now()
    }
  }
  return best.sort(nearestFirst).slice(0, BEST)
}
