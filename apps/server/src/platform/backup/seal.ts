// The end of a backup file: an empty part in gzip's own form, whose comment is the SHA-256 of every byte before it. gunzip
// reads over it. The sums inside gzip are not enough: some changed bytes unpack to the same or are not looked at.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'

// Head with the mark for a comment, no time, unknown system; then the comment and its end, nothing, and the sums of nothing.
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 255])
const TAIL = Buffer.from([0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const SUM_LENGTH = 64
export const SEAL_BYTES = HEAD.length + SUM_LENGTH + TAIL.length

/** Passes bytes on and seals them at their end. */
export function sealing(): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(bytes: Buffer, _, done) {
      hash.update(bytes)
      done(null, bytes)
    },
    flush(done) {
      done(null, sealOf(hash.digest('hex')))
    },
  })
}

function sealOf(sum: string): Buffer {
  return Buffer.concat([HEAD, Buffer.from(sum, 'latin1'), TAIL])
}

/** The sum that a file is sealed with; undefined when its end is no seal. */
export async function readSeal(path: string): Promise<string | undefined> {
  await using file = await open(path)
  const { size } = await file.stat()
  const end = Buffer.alloc(SEAL_BYTES)
  await file.read({ buffer: end, position: Math.max(0, size - SEAL_BYTES) })
  const sum = end.toString('latin1', HEAD.length, HEAD.length + SUM_LENGTH)
  return /^[0-9a-f]+$/.test(sum) && end.equals(sealOf(sum)) ? sum : undefined
}
