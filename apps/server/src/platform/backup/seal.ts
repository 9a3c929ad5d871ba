// The end of a backup file: empty parts in gzip's own form, which gunzip reads over. The last one's comment is the SHA-256 of
// every byte before it: the sums inside gzip are not enough, some changed bytes unpack to the same or are not looked at.
// The one before, when there was a secret, is a proof of origin: an HMAC of the data that only the secret's holder can make.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'

// Head with the mark for a comment, no time, unknown system; then the comment and its end, nothing, and the sums of nothing.
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 255])
const TAIL = Buffer.from([0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const SUM_LENGTH = 64
const PROOF_MARK = 'proof '
export const SEAL_BYTES = HEAD.length + SUM_LENGTH + TAIL.length
export const PROOF_BYTES = SEAL_BYTES + PROOF_MARK.length

/** Passes bytes on and seals them at their end; with a key, after a proof of who wrote them. */
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

/** The HMAC, in hexadecimal digits, of data with this SHA-256. */
export function proofOf(key: Buffer, sum: Buffer): string {
  return createHmac('sha256', key).update(sum).digest('hex')
}

/** Whether two proofs are the same, in a time that tells nothing of where they differ. */
export function isSameProof(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function partOf(comment: string): Buffer {
  return Buffer.concat([HEAD, Buffer.from(comment, 'latin1'), TAIL])
}

export interface FileEnd {
  /** What the bytes before the seal add up to. */
  readonly sum: string
  /** Undefined when the file was written without a secret, or by a version that proved nothing. */
  readonly proof: string | undefined
  /** Of seal and proof together. */
  readonly bytes: number
  /** The bytes of the proof's part, which the sum includes; none without one. */
  readonly proofPart: Buffer
}

/** Reads what a file is sealed with; undefined when its end is no seal. */
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
