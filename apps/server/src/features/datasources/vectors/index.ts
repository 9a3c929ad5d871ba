// Vectors of chunks: made in the background by the embedding model of the installation, and searched with questions (decision 73).
import type { ItemsDeps } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { VectorsDeps } from './deps.ts'
import { setVectorsDue } from '../store.ts'
import { openMaking } from './making.ts'
import { openNear, type NearChunks } from './near.ts'
import { vectorsRoutes } from './routes.ts'
import { vectorsService, type VectorsService } from './service.ts'

export type { Embedding, VectorsDeps } from './deps.ts'
export type { NearChunks } from './near.ts'
export type { VectorsService } from './service.ts'

export interface Vectors {
  readonly service: VectorsService
  readonly routes: Routes
  readonly near: NearChunks
  /** Resumes what dead processes left, and starts to make vectors. */
  takeUp(): Promise<void>
  close(): Promise<void>
}

export function openVectors(deps: VectorsDeps & Pick<ItemsDeps, 'audit'>): Vectors {
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
    takeUp: () => making.takeUp(),
    close: () => making.close(),
  }
}
