import type { Blobs, ForgottenBlobs } from '#platform/blobs/index.ts'
import type { Queries } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { blobsInUse } from './store.ts'

export const FORGET_BLOBS = 'queries.forget-blobs'

/**
 * Deletes the bytes of attachments whose messages were deleted, unless a copy of the message shares them. Copying and
 * deleting both lock the tab, so every existing copy is visible here.
 */
export function forgetBlobsJob(options: {
  db: Queries
  blobs: Pick<Blobs, 'remove'>
}): JobKind<ForgottenBlobs> {
  return {
    name: FORGET_BLOBS,
    async run({ keys }) {
      const used = await blobsInUse(options.db, keys)
      for (const key of keys) if (!used.has(key)) await options.blobs.remove(key)
    },
  }
}
