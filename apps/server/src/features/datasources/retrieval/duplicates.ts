// Finds passages that say almost the same: five words in a row are compared, whatever stands between.
import { scanWords } from './scan.ts'
import { normalWord } from './words.ts'

const SHINGLE = 5
/** Share of common shingles from which two passages are the same. */
const SAME = 0.8

/** Milliseconds of work between two pauses. */
const SLICE_MS = 3

/**
 * Returns for each passage that nearly repeats a better one the id of that one; passages come best first. Works in slices of
 * some milliseconds.
 */
export async function duplicatesOf(
  passages: readonly { readonly chunkId: number; readonly text: string }[],
  pause: () => Promise<void>,
): Promise<Map<number, number>> {
  let began = performance.now()
  const duplicates = new Map<number, number>()
  const holders = new Map<string, number[]>()
  const sizes = new Map<number, number>()
  for (const { chunkId, text } of passages) {
    if (performance.now() - began >= SLICE_MS) {
      await pause()
      began = performance.now()
    }
    const shingles = shinglesOf(text)
    const common = new Map<number, number>()
    for (const shingle of shingles)
      for (const holder of holders.get(shingle) ?? []) common.set(holder, (common.get(holder) ?? 0) + 1)
    const same = [...common].find(
      ([holder, count]) => count >= SAME * (shingles.size + (sizes.get(holder) ?? 0) - count),
    )
    if (same !== undefined) {
      duplicates.set(chunkId, same[0])
      continue
    }
    sizes.set(chunkId, shingles.size)
    for (const shingle of shingles) holders.set(shingle, [...(holders.get(shingle) ?? []), chunkId])
  }
  return duplicates
}

/** Share of common shingles, of those of the shorter text, from which two texts are of the same place. */
const OVERLAPPING = 0.5

/** Returns whether two texts have half of the shorter one in common, however they were cut. */
export function overlap(one: string, other: string): boolean {
  const [shorter, longer] = [shinglesOf(one), shinglesOf(other)].toSorted((a, b) => a.size - b.size)
  if (!shorter || !longer || shorter.size === 0) return false
  return [...shorter].filter((shingle) => longer.has(shingle)).length >= OVERLAPPING * shorter.size
}

/** A text of fewer than five words is one shingle, one without words none. */
function shinglesOf(text: string): Set<string> {
  const words: string[] = []
  scanWords(text, (from, to, what) => {
    if (what !== 'joined') words.push(normalWord(text.slice(from, to)))
  })
  if (words.length === 0) return new Set()
  const count = Math.max(1, words.length - SHINGLE + 1)
  return new Set(Array.from({ length: count }, (_, at) => words.slice(at, at + SHINGLE).join(' ')))
}
