// Reads and indexes documents in the background.
export { cancellingService, type CancellingService } from './cancelling.ts'
export type { IndexingDeps } from './deps.ts'
export { restartingService, type RestartingService } from './restarting.ts'
export { REREADING } from './reread-store.ts'
export { openIndexingQueue, type IndexingQueue } from './queue.ts'
export { prepareSetting } from './replace.ts'
export { sameSetting, type ChunkSetting } from './settings.ts'
export * as settingsStore from './settings-store.ts'
