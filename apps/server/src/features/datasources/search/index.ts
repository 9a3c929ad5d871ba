// Finds passages for questions.
export { openSearching, type Found, type Hit, type Searching } from './service.ts'
export { datasourcesSource } from './source.ts'
