// The bytes of documents, stored in the pieces of their upload.
import type { Blobs } from '#platform/blobs/index.ts'

/** The media store does not have the bytes of a document. */
export class PieceMissing extends Error {
  constructor() {
    super('a piece of a document is missing in the media store')
  }
}

/** Opens the first piece, so that a reply fails before it begins; returns the bytes of all. @throws PieceMissing */
export async function openPieces(
  blobs: Pick<Blobs, 'open'>,
  keys: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const [key, ...rest] = keys
  if (key === undefined) throw new PieceMissing()
  const opened = await blobs.open(key)
  if (!opened) throw new PieceMissing()
  return chained(opened.bytes, piecesOf(blobs, rest))
}

/** Not a generator: one that nobody started would not close the piece that is open. */
function chained(
  first: AsyncIterable<Uint8Array>,
  rest: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      let inner = first[Symbol.asyncIterator]()
      let isFirst = true
      return {
        async next() {
          const result = await inner.next()
          if (!result.done || !isFirst) return result
          isFirst = false
          inner = rest[Symbol.asyncIterator]()
          return inner.next()
        },
        return: () => inner.return?.() ?? Promise.resolve({ value: undefined, done: true }),
      }
    },
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
