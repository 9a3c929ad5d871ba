import { Readable } from 'node:stream'
import { noteShortLived } from '#platform/memory.ts'

export const SLICE_BYTES = 65_536

/** Yields bytes in slices, because progress is not visible within one large write. */
export function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES)
}

/** Returns pieces as a stream that reads one ahead; Node's default of sixteen would hold megabytes for each client. */
export const lazily = (pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Readable =>
  Readable.from(shortLived(pieces), { highWaterMark: 1 })

async function* shortLived(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    noteShortLived(piece.length)
    yield piece
  }
}
