// Cuts the text of a document into sections, so that a long one is rendered in parts. Pure.
import type { MediaChunk } from '@polylogue/contract'

/** A stored chunk, or one that other settings would make; that has no id, and tells whether it is stored, too. */
export type ShownChunk = Omit<MediaChunk, 'chunkId' | 'isOff' | 'note'> & {
  chunkId?: number
  isOff?: boolean
  note?: string
  isStored?: boolean
}

/** A part of the text. It begins where its chunk begins; the chunk's end may overlap the next section. */
export interface Section {
  from: number
  to: number
  /** Undefined for text that no chunk has. */
  chunk: ShownChunk | undefined
  /** Of the chunk, from 1. */
  number: number
  /** Where the text ends that the chunk repeats from the one before it; `from` without. */
  repeated: number
}

/** Characters of a section without a chunk. */
const PIECE = 8_000

/** Returns sections that together are the whole text, in order. */
export function sectionsOf({ text, chunks }: { text: string; chunks: readonly ShownChunk[] }): Section[] {
  const sections: Section[] = []
  const fill = (from: number, to: number) => {
    for (let at = from; at < to; at += PIECE)
      sections.push({ from: at, to: Math.min(to, at + PIECE), chunk: undefined, number: 0, repeated: at })
  }
  const ordered = chunks.toSorted((one, other) => one.from - other.from)
  let at = 0
  ordered.forEach((chunk, index) => {
    const from = Math.min(Math.max(chunk.from, at), text.length)
    if (from > at) fill(at, from)
    const next = ordered[index + 1]?.from ?? chunk.to
    const to = Math.min(text.length, Math.max(from, Math.min(next, chunk.to)))
    const repeated = Math.min(to, Math.max(from, ordered[index - 1]?.to ?? 0))
    sections.push({ from, to, chunk, number: index + 1, repeated })
    at = to
  })
  fill(at, text.length)
  return sections
}

/** Returns the index of the section that has a place in the text. */
export function sectionAt(sections: readonly Section[], place: number): number {
  const index = sections.findIndex(({ from, to }) => place >= from && place < to)
  return index === -1 ? 0 : index
}

export interface Mark {
  from: number
  to: number
}

/** A part of a section's text. */
export interface Piece {
  from: number
  text: string
  isMarked: boolean
  /** Whether it is of the sentence for which the passage is cited. */
  isSentence: boolean
  /** Whether the passage before has it, too. */
  isRepeated: boolean
}

/** Splits the text of a section, or of a part of it, at the mark and its sentence, and at the end of what it repeats. */
export function piecesOf(
  text: string,
  { from, to, repeated }: Section,
  mark: Mark | undefined,
  sentence?: Mark,
): Piece[] {
  const within = (span: Mark | undefined) => {
    const start = Math.min(to, Math.max(from, span?.from ?? to))
    return { start, end: Math.min(to, Math.max(start, span?.to ?? to)) }
  }
  const [{ start, end }, best] = [within(mark), within(sentence)]
  const all = [from, start, end, best.start, best.end, Math.min(to, Math.max(from, repeated)), to]
  const places = [...new Set(all)].sort((one, other) => one - other)
  return places.slice(0, -1).map((at, index) => ({
    from: at,
    text: text.slice(at, places[index + 1]),
    isMarked: at >= start && at < end,
    isSentence: at >= best.start && at < best.end,
    isRepeated: at < repeated,
  }))
}

/** Returns the index of the first section of a page; without one, of the last section before it. */
export function sectionOfPage(sections: readonly Section[], page: number): number {
  const first = sections.findIndex(({ chunk }) => chunk?.page === page)
  if (first !== -1) return first
  return Math.max(
    0,
    sections.findLastIndex(({ chunk }) => chunk !== undefined && chunk.page !== null && chunk.page < page),
  )
}

/** Entries of the list to jump to: more would not help. */
const PLACES = 2_000

/** Returns the sections that begin a page or a heading. */
export function placesOf(
  sections: readonly Section[],
): { index: number; page: number | null; heading: string }[] {
  const places: { index: number; page: number | null; heading: string }[] = []
  let last = { page: null as number | null, heading: '' }
  sections.forEach(({ chunk }, index) => {
    if (!chunk || (chunk.page === last.page && chunk.heading === last.heading)) return
    last = { page: chunk.page, heading: chunk.heading }
    places.push({ index, ...last })
  })
  return places.slice(0, PLACES)
}
