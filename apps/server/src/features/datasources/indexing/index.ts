// Reads and indexes documents in the background.
export { cancellingService, type CancellingService } from './cancelling.ts'
export type { IndexingDeps } from './deps.ts'
export { Holds } from './holds.ts'
export { restartingService, type RestartingService } from './restarting.ts'
export { openLanes, type Lanes } from './lanes.ts'
export { prepareSetting } from './replace.ts'
export { sameSetting, type ChunkSetting } from './settings.ts'
export * as settingsStore from './settings-store.ts'
