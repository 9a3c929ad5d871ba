// Sends many texts in few requests, some in parallel, and returns the translations in the same order.
import type { Sending } from '../translator.ts'

export interface BatchLimits {
  readonly texts: number
  readonly characters: number
}

/** Maximum parallel requests for one text. */
const AT_ONCE = 3

/** Groups texts into requests in the same order. A text above the limit has its own request. */
export function batchesOf(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = []
  let characters = 0
  for (const text of texts) {
    const last = batches.at(-1)
    characters += text.length
    if (last && last.length < limits.texts && characters <= limits.characters) last.push(text)
    else {
      batches.push([text])
      characters = text.length
    }
  }
  return batches
}

/** Translates batches, three at a time. The first failure aborts the others and is thrown. */
export async function sendBatches(
  batches: readonly (readonly string[])[],
  send: (texts: readonly string[], signal: AbortSignal) => Promise<readonly string[]>,
  { signal, requireMaySend }: Sending,
): Promise<string[]> {
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const results: (readonly string[])[] = []
  const queue = batches.entries()
  const worker = async () => {
    for (const [index, batch] of queue) {
      await requireMaySend()
      results[index] = await send(batch, both)
    }
  }
  const workers = Array.from({ length: Math.min(AT_ONCE, batches.length) }, worker)
  try {
    await Promise.all(workers)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(workers)
    throw error
  }
  return results.flat()
}
