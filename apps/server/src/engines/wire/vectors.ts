import { EngineError } from '../engine.ts'

/** Maximum texts per call; longer lists are split. */
export const TEXTS_PER_CALL = 64
export const EMBED_MS = 120_000

/**
 * Returns the vectors of texts, asked for in calls of a few. Each reply is checked and packed before the next one is asked
 * for: all at once would keep the loop from others for a second.
 * @throws EngineError broken-stream if there is not one vector of finite numbers for each text, all of the same length
 */
export async function vectorsInCalls(
  texts: readonly string[],
  call: (texts: readonly string[]) => Promise<readonly unknown[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let at = 0; at < texts.length; at += TEXTS_PER_CALL) {
    const some = texts.slice(at, at + TEXTS_PER_CALL)
    const rows = await call(some)
    if (rows.length !== some.length) throw bad()
    for (const row of rows) vectors.push(vectorOf(row, vectors[0]?.length))
  }
  return vectors
}

function vectorOf(row: unknown, length: number | undefined): Float32Array {
  if (!Array.isArray(row) || row.length === 0 || !row.every((value) => Number.isFinite(value))) throw bad()
  if (length !== undefined && row.length !== length) throw bad()
  return Float32Array.from(row as number[])
}

function bad(): EngineError {
  return new EngineError('broken-stream', 'The vectors do not fit the texts')
}
