// The bytes of documents, stored in the pieces of their upload.
import type { Blobs } from '../../../platform/blobs/index.ts'

/** The media store does not have the bytes of a document. */
export class PieceMissing extends Error {
  constructor() {
    super('a piece of a document is missing in the media store')
  }
}

/** Yields the bytes of pieces one after the other. */
export async function* piecesOf(
  blobs: Pick<Blobs, 'open'>,
  keys: readonly string[],
): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const opened = await blobs.open(key)
    if (!opened) throw new PieceMissing()
    yield* opened.bytes
  }
}
