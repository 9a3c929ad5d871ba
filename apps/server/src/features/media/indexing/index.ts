// Reads and indexes documents in the background.
export { cancellingService, type CancellingService } from './cancelling.ts'
export {
  ADDRESS_LIMITS,
  type Ends,
  type IndexingDeps,
  type Seeing,
  type SiteWork,
  type TakenSite,
} from './deps.ts'
export { tellRefreshed } from './document-results-store.ts'
export { fetchPage, type Fetched } from './fetch.ts'
export { NotIndexed } from './not-indexed.ts'
export { recognizeSourceAgain } from './recognition-store.ts'
export { restartingService, type RestartingService } from './restarting.ts'
export { REREADING } from './reread-store.ts'
export { openIndexingQueue, type IndexingQueue } from './queue.ts'
export { lockTaken, type Takeable, type Taken } from './steps-store.ts'
export { prepareSetting } from './replace.ts'
export { sameSetting, type ChunkSetting } from './settings.ts'
export * as settingsStore from './settings-store.ts'
