// The check of the media store before the server starts.
import { Problem } from '#problem.ts'
import type { BlobStore } from './blobs.ts'
import { reasonOf } from './unavailable.ts'

/** The media store cannot be used: one sentence for the terminal. */
export class MediaStoreError extends Error {}

/** @throws MediaStoreError */
export function mustReach(store: BlobStore): Promise<void> {
  return sentenced(store, () => store.reach())
}

/** Runs work with a store. @throws MediaStoreError when the store cannot be used */
export async function sentenced<T>(store: BlobStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'STORAGE_UNAVAILABLE') throw error
    throw new MediaStoreError(
      `The media store, ${store.place}, cannot be used: ${reasonOf(error)}. Check ${store.settings}.`,
      { cause: error },
    )
  }
}
