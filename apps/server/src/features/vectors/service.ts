// The embedding model of the installation, and the progress of its vectors.
import type { DatasourceVectors, VectorModel } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { ItemsDeps } from '#access/items/index.ts'
import type { Runner } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import {
  cancelVectors,
  changeDatasource,
  datasourcePolicy,
  forQuestion,
} from '#features/datasources/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import { resume } from './cancel-store.ts'
import type { VectorsDeps } from './deps.ts'
import * as store from './store.ts'

export interface VectorsService {
  /** Returns the chosen embedding model; null for none. */
  get(viewer: Person): Promise<VectorModel | null>
  /**
   * Chooses a deployed embedding model, or none.
   * @throws Problem PERMISSION_DENIED, NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE
   */
  update(viewer: Person, modelTagId: number | null): Promise<VectorModel | null>
  /** Returns the progress of a data source's vectors, or null if no model is chosen. The caller has checked the access. */
  progressOf(datasourceId: number): Promise<DatasourceVectors | null>
  /** Cancels the making of vectors. Access and errors are those of the contract, here and below. */
  cancel(viewer: Person, datasourceId: number): Promise<DatasourceVectors | null>
  /** Resumes cancelled vectors. */
  resume(viewer: Person, datasourceId: number): Promise<DatasourceVectors | null>
}

type Deps = VectorsDeps & Pick<ItemsDeps, 'audit'> & { readonly wake: () => void }

export function vectorsService(deps: Deps): VectorsService {
  const { pool } = deps.db
  const get = async (): Promise<VectorModel | null> => {
    const tagId = await store.chosenTag(pool)
    const tag = tagId === undefined ? undefined : await store.tagNamed(pool, tagId)
    return tag && tagId !== undefined
      ? { modelTagId: tagId, ...tag, ...(await store.countDatasources(pool)) }
      : null
  }
  const progressOf = async (id: number): Promise<DatasourceVectors | null> => {
    const tagId = await store.chosenTag(pool)
    if (tagId === undefined) return null
    const { useVectors, done, total, failure, isDue } = await store.progressOf(pool, id, tagId)
    return { state: useVectors ? stateOf(failure, isDue) : 'off', done, total }
  }
  const change = async (viewer: Person, id: number, work: (db: Runner, id: number) => Promise<boolean>) => {
    authorize(datasourcePolicy, 'update', await forQuestion(deps.db.orm, viewer, id))
    await changeDatasource({ db: deps.db }, id, ({ client }) => work(client, id), {
      touches: 'details',
      ifGone: () => undefined,
    })
    return progressOf(id)
  }
  return {
    get,
    async update(viewer, modelTagId) {
      if (!viewer.permissions.has('can_update_model')) throw new Problem('PERMISSION_DENIED')
      const tag = modelTagId === null ? null : await requireModel(deps, modelTagId)
      await choose(deps, viewer, tag)
      deps.wake()
      return get()
    },
    progressOf,
    cancel: (viewer, id) => change(viewer, id, cancelVectors),
    async resume(viewer, id) {
      const vectors = await change(viewer, id, resume)
      deps.wake()
      return vectors
    },
  }
}

const REASONS = ['confidential', 'unavailable', 'cancelled', 'interrupted'] as const
const isReason = (failure: string | null): failure is (typeof REASONS)[number] =>
  REASONS.some((reason) => reason === failure)

function stateOf(failure: string | null, isDue: boolean): DatasourceVectors['state'] {
  if (isReason(failure)) return failure
  return isDue ? 'making' : 'ready'
}

/** @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED; MODEL_UNAVAILABLE also when its engine makes no vectors */
async function requireModel({ embedding }: Deps, modelTagId: number): Promise<AskableTag> {
  const tag = await embedding.models.tagForVectors(modelTagId)
  if (!embedding.engineOf(tag.providerId).can.embeddings)
    throw new Problem('MODEL_UNAVAILABLE', { model: tag.fullName })
  return tag
}

async function choose({ db, audit, bus }: Deps, viewer: Person, tag: AskableTag | null): Promise<void> {
  await db.transaction(async (tx, client) => {
    const known = await store.lockChosenTag(client)
    if (known === tag?.tagId) return
    const before = known === undefined ? undefined : await store.tagNamed(client, known)
    await store.choose(client, tag?.tagId ?? null)
    const on = { type: 'model', id: tag?.modelId ?? 0, name: tag?.modelName ?? '' }
    const details = { from: before?.name ?? '', to: tag?.fullName ?? '' }
    await audit.record(tx, { action: 'vectors.chosen', by: viewer, on, details })
    await bus.publish(tx, { type: 'vectors.changed' })
  })
}
