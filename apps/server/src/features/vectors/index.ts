// Vectors of chunks: made in the background by the embedding model of the installation, and searched with questions (decision 73).
import type { ItemsDeps } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { WorkLeft } from '#platform/work.ts'
import { setVectorsDue, type NearChunks } from '#features/datasources/index.ts'
import type { VectorsDeps } from './deps.ts'
import { openMaking } from './making.ts'
import { openNear } from './near.ts'
import { vectorsRoutes } from './routes.ts'
import { WORK } from './store.ts'
import { vectorsService, type VectorsService } from './service.ts'

export { removeVectors } from './store.ts'
export type { Embedding, VectorsDeps } from './deps.ts'

export interface VectorsFeature {
  readonly service: Pick<VectorsService, 'progressOf'>
  readonly routes: Routes
  /** Finds the chunks that are near a question in meaning. */
  readonly near: NearChunks
  readonly work: readonly WorkLeft[]
  /** Resumes what dead processes left, and starts to make vectors. */
  takeUp(): Promise<void>
  close(): Promise<void>
}

export function vectorsFeature(deps: VectorsDeps & Pick<ItemsDeps, 'audit'>): VectorsFeature {
  const making = openMaking(deps)
  const service = vectorsService({ ...deps, wake: () => making.wake(true) })
  const near = openNear({
    ...deps,
    async outdated(datasourceId) {
      await setVectorsDue(deps.db.pool, datasourceId)
      making.wake()
    },
  })
  return {
    service,
    routes: vectorsRoutes(service),
    near,
    work: WORK,
    takeUp: () => making.takeUp(),
    close: () => making.close(),
  }
}
