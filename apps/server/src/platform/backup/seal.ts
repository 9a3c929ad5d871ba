// The end of a backup file: empty gzip members, which gunzip skips. The comment of the last one is the SHA-256 of all bytes
// before it, because gzip's own checksum misses some changes. With a secret, the member before it holds the proof of origin:
// an HMAC of the data.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'

// A gzip header with the comment flag, no time, unknown system; then the comment's end, an empty block, and empty checksums.
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 255])
const TAIL = Buffer.from([0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const SUM_LENGTH = 64
const PROOF_MARK = 'proof '
export const SEAL_BYTES = HEAD.length + SUM_LENGTH + TAIL.length
export const PROOF_BYTES = SEAL_BYTES + PROOF_MARK.length

/** Returns a transform that appends the seal; with a key also the proof of origin. */
export function sealing(key?: Buffer): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(bytes: Buffer, _, done) {
      hash.update(bytes)
      done(null, bytes)
    },
    flush(done) {
      const proof = key ? partOf(PROOF_MARK + proofOf(key, hash.copy().digest())) : Buffer.alloc(0)
      const sum = hash.update(proof).digest('hex')
      done(null, Buffer.concat([proof, partOf(sum)]))
    },
  })
}

/** Returns the HMAC in hexadecimal of data with this SHA-256. */
export function proofOf(key: Buffer, sum: Buffer): string {
  return createHmac('sha256', key).update(sum).digest('hex')
}

/** Compares two proofs in constant time. */
export function isSameProof(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function partOf(comment: string): Buffer {
  return Buffer.concat([HEAD, Buffer.from(comment, 'latin1'), TAIL])
}

export interface FileEnd {
  /** The checksum of the bytes before the seal. */
  readonly sum: string
  /** Undefined when the file was written without a secret or by an older version. */
  readonly proof: string | undefined
  /** The length of seal and proof. */
  readonly bytes: number
  /** The bytes of the proof member, which the checksum includes; empty without one. */
  readonly proofPart: Buffer
}

/** Reads the seal of a file; undefined when it has none. */
export async function readSeal(path: string): Promise<FileEnd | undefined> {
  await using file = await open(path)
  const { size } = await file.stat()
  const end = Buffer.alloc(SEAL_BYTES + PROOF_BYTES)
  const length = Math.min(size, end.length)
  await file.read({ buffer: end, offset: end.length - length, length, position: size - length })
  const sum = commentOf(end.subarray(PROOF_BYTES), '')
  if (sum === undefined) return undefined
  const part = end.subarray(0, PROOF_BYTES)
  const proof = commentOf(part, PROOF_MARK)
  if (proof === undefined) return { sum, proof, bytes: SEAL_BYTES, proofPart: Buffer.alloc(0) }
  return { sum, proof, bytes: SEAL_BYTES + PROOF_BYTES, proofPart: part }
}

function commentOf(part: Buffer, mark: string): string | undefined {
  const from = HEAD.length + mark.length
  const digits = part.toString('latin1', from, from + SUM_LENGTH)
  return /^[0-9a-f]+$/.test(digits) && part.equals(partOf(mark + digits)) ? digits : undefined
}
