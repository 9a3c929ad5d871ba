// Finds passages with almost the same text, by comparing sequences of five words without punctuation.
import { scanWords } from './scan.ts'
import { hashOf } from './word-table.ts'
import { normalWord } from './words.ts'

const SHINGLE = 5
/** Share of common shingles from which two passages are the same. */
const SAME = 0.8

/** Milliseconds of work between two pauses. */
const SLICE_MS = 3

/**
 * Returns for each passage that nearly repeats a better one the id of the better one; passages are sorted best first. Works in
 * slices of some milliseconds.
 */
export async function duplicatesOf(
  passages: readonly { readonly chunkId: number; readonly text: string }[],
  pause: () => Promise<void>,
): Promise<Map<number, number>> {
  let began = performance.now()
  const duplicates = new Map<number, number>()
  const holders = new Map<number, number[]>()
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
    for (const shingle of shingles) {
      const known = holders.get(shingle)
      if (known) known.push(chunkId)
      else holders.set(shingle, [chunkId])
    }
  }
  return duplicates
}

/** Share of the shorter text's shingles from which two texts count as the same place. */
const OVERLAPPING = 0.5

/** Returns whether two texts have half of the shorter one in common, regardless of how they were cut. */
export function overlap(one: string, other: string): boolean {
  const [shorter, longer] = [shinglesOf(one), shinglesOf(other)].toSorted((a, b) => a.size - b.size)
  if (!shorter || !longer || shorter.size === 0) return false
  return [...shorter].filter((shingle) => longer.has(shingle)).length >= OVERLAPPING * shorter.size
}

/**
 * Returns the hashes of each sequence of five words; comparing numbers takes a third of the time. A text of fewer words is one
 * shingle, a text without words none.
 */
function shinglesOf(text: string): Set<number> {
  const words: number[] = []
  scanWords(text, (from, to, what) => {
    if (what === 'joined') return
    const word = normalWord(text.slice(from, to))
    words.push(hashOf(word, 0, word.length))
  })
  const shingles = new Set<number>()
  if (words.length === 0) return shingles
  const last = Math.max(0, words.length - SHINGLE)
  for (let at = 0; at <= last; at++) shingles.add(combined(words, at, Math.min(words.length, at + SHINGLE)))
  return shingles
}

/** Combines hashes; their order matters. */
function combined(hashes: readonly number[], from: number, to: number): number {
  let hash = 0
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 0x9e37_79b1) + (hashes[at] ?? 0)) | 0
  return hash
}
