import type { Blobs } from '../../platform/blobs/index.ts'
import type { JobKind } from '../../platform/jobs/index.ts'

export const FORGET_DOCUMENTS = 'datasources.forget-documents'

/** Deletes the bytes and texts of documents that were removed. */
export function forgetDocumentsJob(blobs: Pick<Blobs, 'remove'>): JobKind<{ keys: string[] }> {
  return {
    name: FORGET_DOCUMENTS,
    async run({ keys }) {
      for (const key of keys) await blobs.remove(key)
    },
  }
}
