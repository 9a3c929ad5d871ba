import type { Blobs } from '../../platform/blobs/index.ts'
import type { JobKind } from '../../platform/jobs/index.ts'

export const FORGET_BLOBS = 'queries.forget-blobs'

export interface ForgottenBlobs {
  keys: string[]
}

/** Removes the bytes of attachments whose messages were deleted. */
export function forgetBlobsJob(blobs: Pick<Blobs, 'remove'>): JobKind<ForgottenBlobs> {
  return {
    name: FORGET_BLOBS,
    async run({ keys }) {
      for (const key of keys) await blobs.remove(key)
    },
  }
}
