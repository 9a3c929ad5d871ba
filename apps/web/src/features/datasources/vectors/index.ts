export { VectorProgress } from './vector-progress.tsx'
export { VectorsField } from './vectors-field.tsx'
