import { EngineError } from '../engine.ts'

/** Texts sent in one call; more is cut into several. */
export const TEXTS_PER_CALL = 64
export const EMBED_MS = 120_000

/** Checks that there are `count` vectors of finite numbers, all of one length. */
export function vectorsOf(rows: readonly unknown[], count: number): Float32Array[] {
  const vectors = rows.map((row) => {
    if (!Array.isArray(row) || row.length === 0 || !row.every((value) => Number.isFinite(value))) throw bad()
    return Float32Array.from(row as number[])
  })
  if (vectors.length !== count || vectors.some((vector) => vector.length !== vectors[0]?.length)) throw bad()
  return vectors
}

function bad(): EngineError {
  return new EngineError('broken-stream', 'The vectors do not fit the texts')
}
