// Finds passages for questions.
export type { FoundPassages, Hit } from './found.ts'
export { openSearching, type Searching } from './service.ts'
export { datasourcesSource } from './source.ts'
