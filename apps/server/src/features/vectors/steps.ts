// The steps of making the vectors of one data source: batches of chunks without a vector, then the switch to the new vectors.
import { indexedText } from '@polylogue/retrieval'
import type { Database, Runner } from '#platform/db/index.ts'
import { PAUSES } from '#platform/pauses.ts'
import { Problem } from '#problem.ts'
import { isWithheld } from '#features/confidentiality/index.ts'
import {
  areLocalOnly,
  changeDatasource,
  publishProgress,
  withLockedDatasource,
  type Changing,
} from '#features/datasources/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { VectorsDeps } from './deps.ts'
import { storeStopped } from './cancel-store.ts'
import { embed, embedAll, isProbeConfidential, PROBE } from './embed.ts'
import { quantized } from './quantize.ts'
import * as store from './store.ts'

/** A change that waits for many vectors to be removed. A data source that was deleted needs none. */
const LARGE = { touches: 'details', ifGone: () => false, limitMs: 60_000 } as const

/** Texts of one call to the model. */
const BATCH = 32

/** The chunks of a data source that are left. */
interface Plan {
  readonly tagId: number
  ids: number[]
  /** Bytes of a vector; undefined before the first one is made. */
  bytes: number | undefined
  told: number
}

export interface Steps {
  /**
   * Makes the next batch of a data source, or finishes it. Returns whether more batches are due. Rejects for failures
   * of the model or the database, and when the signal aborts.
   */
  next(id: number, signal: AbortSignal): Promise<boolean>
}

interface StepContext {
  readonly deps: VectorsDeps
  readonly id: number
  readonly tag: AskableTag
  readonly plan: Plan
  readonly signal: AbortSignal
}

export function openSteps(deps: VectorsDeps): Steps {
  const plans = new Map<number, Plan>()
  const step = async (id: number, signal: AbortSignal): Promise<boolean> => {
    const due = await store.take(deps.db.pool, id, deps.serverId())
    if (!due) return false
    if (due.wanted === null || !due.useVectors) return !(await finishWithout(deps, id, due, null))
    const isStopped = due.failure === 'cancelled' || due.failure === 'interrupted'
    const isLocalOnly = deps.confidentiality.isLocalOnly(due.label)
    if (isStopped && !isLocalOnly) return !(await settleStopped(deps, id, due.wanted, due.failure))
    const tag = await deps.embedding.models.tagForVectors(due.wanted)
    if (isWithheld({ isConfidential: isLocalOnly }, tag))
      return !(await finishWithout(deps, id, due, 'confidential'))
    if (isStopped) return !(await settleStopped(deps, id, due.wanted, due.failure))
    const kept = plans.get(id)
    const plan = kept?.tagId === tag.tagId ? kept : await newPlan(deps.db.pool, id, tag.tagId)
    const batch = { deps, id, tag, plan, signal }
    if (plan.ids.length === 0 && (await finish(batch))) return false
    plans.set(id, plan)
    // Its level was raised while the batch waited: the next step decides what to do.
    if (!(await makeBatch(batch))) return true
    const isNew = due.failure !== null && (await tellFailure(deps.db, id, null))
    if (!isNew && performance.now() - plan.told < PAUSES.progress) return true
    plan.told = performance.now()
    if (!isNew) await publishProgress(deps.db, id)
    return true
  }
  return {
    async next(id, signal) {
      let isLeft = false
      try {
        isLeft = await step(id, signal)
        return isLeft
      } finally {
        // After a failure, a new plan is made.
        if (!isLeft) plans.delete(id)
      }
    },
  }
}

/** Stores and publishes why the vectors wait, or that they no longer wait. Returns whether this is new. */
export const tellFailure = (db: Database, id: number, failure: string | null): Promise<boolean> =>
  changeDatasource({ db }, id, ({ client }) => store.storeFailure(client, id, failure), {
    touches: 'details',
    ifGone: () => false,
  })

async function newPlan(db: Runner, id: number, tagId: number): Promise<Plan> {
  return { tagId, ids: await store.chunksWithout(db, id, tagId), bytes: undefined, told: 0 }
}

/** Returns false when the texts must not be sent to the model any more. */
async function makeBatch({ deps, id, tag, plan, signal }: StepContext): Promise<boolean> {
  const { pool } = deps.db
  const isConfidential = () => areLocalOnly(pool, deps.confidentiality, [id])
  const chunks = await store.textsOf(pool, plan.ids.slice(0, BATCH))
  const asked = { tag, signal, isConfidential }
  const made = await embedAll(deps.embedding, asked, chunks.map(indexedText)).catch(unlessConfidential)
  if (!made) return false
  const vectors = chunks.map(({ id: chunkId, note }, at) => {
    const vector = made[at]
    return { chunkId, note, bytes: vector ? quantized(vector) : null }
  })
  const bytes = vectors.find((vector) => vector.bytes !== null)?.bytes?.length
  const insert = async ({ client }: Changing) => {
    // Meanwhile vectors were switched off, or another model was chosen.
    if (!(await store.isWanted(client, { id, tagId: tag.tagId, server: deps.serverId() }))) return false
    const isOther = bytes !== undefined && (await dropOthers(client, { id, tag, plan }, bytes))
    await store.insert(client, { datasourceId: id, tagId: tag.tagId }, vectors)
    return isOther
  }
  const isChanged = await withLockedDatasource(deps.db, id, insert, { ifGone: () => false })
  plan.ids = isChanged ? await store.chunksWithout(pool, id, tag.tagId) : plan.ids.slice(BATCH)
  return true
}

function unlessConfidential(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'CONFIDENTIAL_TURN') return undefined
  throw error
}

/** Removes vectors of another length: the model behind the tag was replaced. Returns whether there were any. */
async function dropOthers(
  client: Runner,
  { id, tag, plan }: Pick<StepContext, 'id' | 'tag' | 'plan'>,
  bytes: number,
): Promise<boolean> {
  if (plan.bytes === bytes) return false
  plan.bytes = bytes
  return (await store.removeOfOtherLength(client, { datasourceId: id, tagId: tag.tagId }, bytes)) > 0
}

/** Switches to the vectors of this tag and removes others. Returns false, with a new plan, when chunks are left. */
async function finish({ deps, id, tag, plan, signal }: StepContext): Promise<boolean> {
  const { pool } = deps.db
  const { tagId } = tag
  // Nothing was made, so checks with one request whether the stored vectors are still those of this model.
  const asksLength = plan.bytes === undefined && (await store.hasVectors(pool, id, tagId))
  const [probe] = asksLength
    ? await embed(deps.embedding, { tag, signal, isConfidential: isProbeConfidential }, [PROBE])
    : []
  const switchOver = async ({ client }: Changing) => {
    if (!(await store.isWanted(client, { id, tagId, server: deps.serverId() }))) return false
    if (probe) await dropOthers(client, { id, tag, plan }, quantized(probe).length)
    if ((await store.chunksWithout(client, id, tagId)).length > 0) return false
    await store.removeOthers(client, id, tagId)
    await store.storeDone(client, id, { tagId, failure: null })
    return true
  }
  const isDone = await changeDatasource({ db: deps.db }, id, switchOver, LARGE)
  if (!isDone) plan.ids = await store.chunksWithout(pool, id, tagId)
  return isDone
}

/** Keeps the existing vectors and stops, or finishes if none is missing, without a model. Returns false after a change. */
async function settleStopped(
  { db, serverId }: VectorsDeps,
  id: number,
  tagId: number,
  failure: string | null,
): Promise<boolean> {
  const settle = async ({ client }: Changing) => {
    if (!(await store.isWanted(client, { id, tagId, server: serverId() }))) return false
    if ((await store.chunksWithout(client, id, tagId)).length > 0)
      return (await storeStopped(client, id)) && 'stopped'
    await store.removeOthers(client, id, tagId)
    await store.storeDone(client, id, { tagId, failure: null })
    return 'done'
  }
  const settled = await changeDatasource({ db }, id, settle, {
    ...LARGE,
    // Pages know already what a person cancelled.
    isShown: (how) => how === 'done' || (how === 'stopped' && failure === 'interrupted'),
  })
  return settled !== false
}

/** Removes all vectors of a data source that must have none. Returns false if that changed meanwhile. */
async function finishWithout(
  { db, serverId }: VectorsDeps,
  id: number,
  due: store.Due,
  failure: string | null,
): Promise<boolean> {
  const removeAll = async ({ client }: Changing) => {
    if (!(await store.isUnwanted(client, { id, due, server: serverId() }))) return false
    await store.removeOthers(client, id, null)
    await store.storeDone(client, id, { tagId: null, failure })
    return true
  }
  return changeDatasource({ db }, id, removeAll, LARGE)
}
