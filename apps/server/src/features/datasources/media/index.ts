// The documents of data sources: uploads in pieces, their bytes and their texts.
export { PieceMissing, piecesOf } from './content.ts'
export { addressOf, decoded, hostOf, isPicture, toMediaResponse, type MediaRow } from './rules.ts'
export { mediaService, requireMediaRoom, type MediaDeps, type MediaService } from './service.ts'
export { prepareMedia, type Prepared } from './prepare.ts'
export { dueAfterFailure, nextDue } from './schedule.ts'
export * as mediaStore from './store.ts'
