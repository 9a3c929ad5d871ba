import type { Engine } from '#engines/engine.ts'
import type { Bus } from '#platform/bus.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Direct } from '#features/answers/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { ModelsService } from '#features/models/index.ts'

/** The models for vectors. Requests wait in the same queue as answers. */
export interface Embedding {
  readonly models: Pick<ModelsService, 'tagForVectors'>
  /** @throws Problem MODEL_UNAVAILABLE for a provider that is not connected */
  readonly engineOf: (providerId: number) => Engine
  readonly inTurn: Direct['inTurn']
}

export interface VectorsDeps {
  readonly db: Database
  readonly bus: Pick<Bus, 'on' | 'publish'>
  readonly log: Log
  readonly confidentiality: Pick<Confidentiality, 'isLocalOnly'>
  readonly embedding: Embedding
  /** The id of this process, under which it is registered. */
  readonly serverId: () => string
}
