// Reads and indexes documents in the background.
export { cancellingService, type CancellingService } from './cancelling.ts'
export type { IndexingDeps } from './deps.ts'
export { openLanes, type Lanes } from './lanes.ts'
export { indexedText } from './segments.ts'
