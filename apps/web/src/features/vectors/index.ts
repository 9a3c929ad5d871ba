// Search by meaning in data sources: the embedding model, whether a data source uses it, and how far its vectors are.
import { lazyView } from '#lib/load-code.ts'

/** Chooses the embedding model for data sources, on the administration page of models. */
export const VectorModelField = lazyView(
  async () => (await import('./vector-model-field.tsx')).VectorModelField,
)

export { VectorOffer } from './vector-offer.tsx'
export { VectorProgress } from './vector-progress.tsx'
export { VectorsField } from './vectors-field.tsx'
