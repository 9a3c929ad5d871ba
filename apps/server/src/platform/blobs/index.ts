import type { S3Config } from '../../config.ts'
import type { Outbound } from '../outbound/index.ts'
import type { Blobs } from './blobs.ts'
import { openDiskBlobs } from './disk.ts'
import { openS3Blobs } from './s3.ts'

export type { BlobPieces, Blobs } from './blobs.ts'
export { enqueueForgotten, type ForgottenBlobs } from './forgotten.ts'
export { newBlobKey } from './key.ts'

/** Opens the blob store: S3 if configured, otherwise the folder. `guardWrite` throws when space is low. */
export function openBlobs(options: {
  folder: string
  s3: S3Config | undefined
  outbound: Outbound
  guardWrite: () => void
}): Blobs {
  return options.s3
    ? openS3Blobs(options.s3, options.outbound)
    : openDiskBlobs(options.folder, options.guardWrite)
}
