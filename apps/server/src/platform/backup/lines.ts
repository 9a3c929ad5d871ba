// Produces the lines of a backup as bytes for compression.
import { createHash } from 'node:crypto'
import { CHUNK_BYTES, type End, type Header, type Row } from './format.ts'

const PIECE_BYTES = 65_536

export interface Blob {
  readonly key: string
  readonly bytes: Uint8Array
}

/** The contents of a file, in this order. */
export interface Parts {
  readonly header: Header
  rowsOf(table: string): AsyncIterable<readonly Row[]>
  blobs(): AsyncIterable<Blob>
}

/** Yields the lines of a backup in chunks for compression. Calls `ended` with the contents of the last line. */
export async function* packed(parts: Parts, ended: (end: End) => void): AsyncGenerator<Buffer> {
  const counts = { rows: 0, blobs: 0, bytes: 0 }
  let piece: string[] = []
  let length = 0
  for await (const line of lines(parts, counts)) {
    piece.push(line, '\n')
    length += line.length
    if (length < PIECE_BYTES) continue
    yield Buffer.from(piece.join(''))
    piece = []
    length = 0
  }
  yield Buffer.from(piece.join(''))
  ended(counts)
}

async function* lines(
  parts: Parts,
  counts: { -readonly [Name in keyof End]: End[Name] },
): AsyncGenerator<string> {
  yield JSON.stringify(parts.header)
  for (const { name } of parts.header.tables) {
    yield JSON.stringify({ table: name })
    for await (const rows of parts.rowsOf(name)) {
      for (const row of rows) yield JSON.stringify(row)
      counts.rows += rows.length
    }
  }
  for await (const { key, bytes } of parts.blobs()) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    yield JSON.stringify({ blob: key, size: bytes.length, sha256 })
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
      yield JSON.stringify(Buffer.from(bytes.subarray(from, from + CHUNK_BYTES)).toString('base64'))
    counts.blobs += 1
    counts.bytes += bytes.length
  }
  yield JSON.stringify({ end: counts })
}
