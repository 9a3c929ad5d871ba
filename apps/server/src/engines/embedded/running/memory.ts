// Memory budget and memory use of models, in bytes.
import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { ModelFile } from '../files/index.ts'

/** Bytes for a process and its compute buffers, besides the model. */
const BESIDES = 300_000_000
/** Share of the machine's memory, or of this process's limit. */
const USUAL_SHARE = 0.8
/** Context windows to try, largest first: the default must leave room for other models. */
const WINDOWS = [16_384, 8_192, 4_096, 2_048] as const
/** Share of the budget that one model may take when its window is chosen. */
const OWN_SHARE = 0.5
/** Longest text for an embedding, in tokens. */
const LONGEST_TEXT = 4_096

/** Returns the default budget of all models together. */
export function usualMemory(): number {
  const confined = process.constrainedMemory()
  const total = confined > 0 ? Math.min(confined, totalmem()) : totalmem()
  return Math.floor(total * USUAL_SHARE)
}

type Shape = Pick<ModelFile, 'sizeBytes' | 'contextLength' | 'bytesPerToken' | 'embeddings'>

/** Returns the bytes of a model with a window of this many tokens for each parallel answer. */
export function memoryOf(
  { sizeBytes, bytesPerToken }: Shape,
  windowTokens: number,
  sequences: number,
): number {
  return Math.ceil(sizeBytes + bytesPerToken * windowTokens * sequences + BESIDES)
}

/**
 * Returns the window of each answer: the requested one, else the largest default with which the model takes at most half
 * of the budget. Never more than the model was trained for.
 */
export function windowOf(
  file: Shape,
  options: { readonly memoryBytes: number; readonly sequences: number; readonly wished?: number | undefined },
): number {
  if (file.embeddings) return Math.min(file.contextLength, LONGEST_TEXT)
  const fitting = WINDOWS.find(
    (tokens) => memoryOf(file, tokens, options.sequences) <= options.memoryBytes * OWN_SHARE,
  )
  return Math.min(file.contextLength, options.wished ?? fitting ?? 2_048)
}

/** Returns the resident memory of a process; 0 on systems other than Linux. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024
}

/** Returns how often the kernel has killed a process for lack of memory (OOM) since boot; 0 if unknown. */
export async function kernelKills(): Promise<number> {
  const figures = await readFile('/proc/vmstat', 'utf8').catch(() => '')
  return Number(/^oom_kill (\d+)/m.exec(figures)?.[1] ?? 0)
}
