import { EngineError } from '../engine.ts'

/** Maximum texts per call; longer lists are split. */
export const TEXTS_PER_CALL = 64
export const EMBED_MS = 120_000

/** Checks for `count` vectors of finite numbers, all of the same length. */
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
