// The check of the media store before the server starts.
import type { BlobStore } from './blobs.ts'
import { reasonOf } from './unavailable.ts'

/** The media store cannot be used: one sentence for the terminal. */
export class MediaStoreError extends Error {}

/** @throws MediaStoreError */
export async function mustReach(store: BlobStore): Promise<void> {
  try {
    await store.reach()
  } catch (error) {
    throw new MediaStoreError(
      `The media store, ${store.place}, cannot be used: ${reasonOf(error)}. Check ${store.settings}.`,
      { cause: error },
    )
  }
}
