import { isRecord } from '#platform/outbound/index.ts'
import { EngineError } from '../engine.ts'

/** Maximum texts per call; longer lists are split. */
export const TEXTS_PER_CALL = 64
export const EMBED_MS = 120_000

/** How many texts a server takes in a call, as far as its refusals have said. One for each engine. */
export interface Batches {
  size: number
}

/** Servers' words for too many texts in a call. */
const TOO_MANY = /batch|too many (inputs|texts|items)|array too long|answered 413/i

/**
 * Returns the vectors of texts, asked for in calls of a few. Each reply is checked and packed before the next one is asked
 * for: all at once would keep the loop from others for a second. A call with too many texts is repeated with half of them.
 * @throws EngineError broken-stream if there is not one vector of finite numbers for each text, all of the same length
 */
export async function vectorsInCalls(
  texts: readonly string[],
  batches: Batches,
  call: (texts: readonly string[]) => Promise<readonly unknown[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  while (vectors.length < texts.length) {
    const some = texts.slice(vectors.length, vectors.length + batches.size)
    const rows = await call(some).catch((error: unknown) => {
      if (some.length === 1 || !isTooMany(error)) throw error
      batches.size = Math.ceil(some.length / 2)
      return undefined
    })
    if (!rows) continue
    if (rows.length !== some.length) throw bad()
    for (const row of rows) vectors.push(vectorOf(row, vectors[0]?.length))
  }
  return vectors
}

/** Returns the vectors of a list in the order of the texts: its entries can have them in a field, with a place. */
export function inOrder(list: readonly unknown[]): unknown[] {
  const rows = list.map((one) => (isRecord(one) ? one : { embedding: one }))
  return rows.toSorted((a, b) => Number(a.index) - Number(b.index)).map(({ embedding }) => embedding)
}

function isTooMany(error: unknown): boolean {
  if (!(error instanceof EngineError)) return false
  return (error.code === 'bad-request' || error.code === 'context-overflow') && TOO_MANY.test(error.message)
}

function vectorOf(given: unknown, length: number | undefined): Float32Array {
  const row: unknown =
    Array.isArray(given) && given.length === 1 && Array.isArray(given[0]) ? given[0] : given
  const vector = typeof row === 'string' ? decoded(row) : packed(row)
  if (vector.length === 0 || (length !== undefined && vector.length !== length)) throw bad()
  return vector
}

function packed(row: unknown): Float32Array {
  if (!Array.isArray(row) || !row.every((value) => Number.isFinite(value))) throw bad()
  return Float32Array.from(row as number[])
}

/** Reads numbers of four bytes each in base64, which some servers send unasked. */
function decoded(text: string): Float32Array {
  const bytes = /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (bytes.length % 4 !== 0) throw bad()
  const vector = Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
  if (!vector.every((value) => Number.isFinite(value))) throw bad()
  return vector
}

function bad(): EngineError {
  return new EngineError('broken-stream', 'The vectors do not fit the texts')
}
