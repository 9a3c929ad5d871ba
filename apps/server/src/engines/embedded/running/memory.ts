// How much memory models may take, and how much they take. Figures are bytes.
import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { ModelFile } from '../files/index.ts'

/** What a process and the buffers of its computation take besides the model. */
const BESIDES = 300_000_000
/** Of the machine, or of what this process is confined to. */
const USUAL_SHARE = 0.8
/** Windows that are tried, largest first: what is set up for everybody must leave room for other models. */
const WINDOWS = [16_384, 8_192, 4_096, 2_048] as const
/** The part of what may be taken that one model may take by itself, when its window is chosen. */
const OWN_SHARE = 0.5
/** A text that is made into a vector need not be longer. */
const LONGEST_TEXT = 4_096

/** What models may take together unless told otherwise. */
export function usualMemory(): number {
  const confined = process.constrainedMemory()
  const total = confined > 0 ? Math.min(confined, totalmem()) : totalmem()
  return Math.floor(total * USUAL_SHARE)
}

type Shape = Pick<ModelFile, 'sizeBytes' | 'contextLength' | 'bytesPerToken' | 'embeddings'>

/** What a model takes with a window of so many tokens for each of those who share it. */
export function memoryOf(
  { sizeBytes, bytesPerToken }: Shape,
  windowTokens: number,
  sequences: number,
): number {
  return Math.ceil(sizeBytes + bytesPerToken * windowTokens * sequences + BESIDES)
}

/**
 * The window that each answer gets: what was wished, else the largest usual one with which the model takes at most half of
 * what there is. Never more than the model was trained for.
 */
export function windowOf(
  file: Shape,
  given: { readonly memoryBytes: number; readonly sequences: number; readonly wished?: number | undefined },
): number {
  if (file.embeddings) return Math.min(file.contextLength, LONGEST_TEXT)
  const fitting = WINDOWS.find(
    (tokens) => memoryOf(file, tokens, given.sequences) <= given.memoryBytes * OWN_SHARE,
  )
  return Math.min(file.contextLength, given.wished ?? fitting ?? 2_048)
}

/** Resident memory of a process; 0 where the system does not tell, which is everywhere but on Linux. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024
}

/** How often the kernel has ended a process for lack of memory since the machine was started; 0 where it does not tell. */
export async function kernelKills(): Promise<number> {
  const figures = await readFile('/proc/vmstat', 'utf8').catch(() => '')
  return Number(/^oom_kill (\d+)/m.exec(figures)?.[1] ?? 0)
}
