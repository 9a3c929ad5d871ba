// Vectors of data sources: the embedding model of the installation, and how far a data source is (decision 73).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id } from './envelope.ts'
import { routes } from './routes.ts'

/** How far the vectors of a data source are. */
export const DatasourceVectors = z.object({
  /**
   * off: switched off · confidential: its label keeps its text from this model · making: passages are left · unavailable: the
   * model does not answer; it is tried again · cancelled: somebody cancelled it; those that are made stay · interrupted: the server
   * ended three times while it made them; those that are made stay · ready: all passages have one.
   */
  state: z.enum(['off', 'confidential', 'making', 'unavailable', 'cancelled', 'interrupted', 'ready']),
  /** Passages with a vector of the chosen model, and all passages. */
  done: z.number().int(),
  total: z.number().int(),
})
export type DatasourceVectors = z.infer<typeof DatasourceVectors>

/** The embedding model that was chosen; null for none. */
export const VectorModel = z.object({
  modelTagId: z.number().int(),
  /** `family:tag`. */
  name: z.string(),
  /** False when texts leave the organisation's machines. */
  isLocal: z.boolean(),
  /** Data sources that use vectors, and those of them that are not complete. */
  datasources: z.number().int(),
  waiting: z.number().int(),
})
export type VectorModel = z.infer<typeof VectorModel>

const data = z.object({ vectorModel: VectorModel.nullable() })
const ofMaking = {
  permission: 'can_use_datasources',
  params: z.object({ id: Id }),
  data: z.object({ vectors: DatasourceVectors.nullable() }),
  problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
} as const

export const vectors = {
  get: call(routes.vectors.get, {
    summary: 'The embedding model that makes vectors of data sources; null for none',
    permission: 'can_use_datasources',
    data,
  }),
  update: call(routes.vectors.update, {
    summary:
      'Choose a deployed embedding model for vectors of data sources, or null for none. Passages are searched with the old vectors until the new ones are complete',
    permission: 'can_update_model',
    bodySchema: z.object({ modelTagId: BodyId.nullable() }),
    data,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'MODEL_NOT_DEPLOYED', 'MODEL_UNAVAILABLE'],
  }),
  cancel: call(routes.vectors.cancel, {
    summary:
      'Cancel making the vectors of a data source; needs write access. Those that are made stay, and no more are made until `resume`',
    ...ofMaking,
  }),
  resume: call(routes.vectors.resume, {
    summary:
      'Go on making the vectors of a data source after they were cancelled or interrupted; needs write access. Only those that are missing are made',
    ...ofMaking,
  }),
} as const
