import type { S3Config } from '#config.ts'
import type { Outbound } from '../outbound/index.ts'
import type { BlobStore } from './blobs.ts'
import { openDiskBlobs } from './disk.ts'
import { openS3Blobs } from './s3.ts'
import { withProblems } from './unavailable.ts'

export type { BlobPieces, Blobs, BlobStore } from './blobs.ts'
export { enqueueForgotten, type ForgottenBlobs } from './forgotten.ts'
export { newBlobKey } from './key.ts'
export { MEDIA_COLUMNS, claimStore, mustBeMarked, mustBeOwn, replaceStoreId, storeIdOf } from './own-store.ts'
export { openMediaStore, type MediaStore } from './media-store.ts'
export { MediaStoreError, mustReach } from './must-reach.ts'

/** Opens the blob store: S3 if configured, otherwise the folder. `guardWrite` throws when space is low. */
export function openBlobs(options: {
  folder: string
  s3: S3Config | undefined
  outbound: Outbound
  guardWrite: () => void
}): BlobStore {
  return withProblems(
    options.s3
      ? openS3Blobs(options.s3, options.outbound)
      : openDiskBlobs(options.folder, options.guardWrite),
  )
}
