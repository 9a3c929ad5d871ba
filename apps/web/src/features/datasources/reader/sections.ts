// Cuts the text of a document into sections, so that a long one is rendered in parts. Pure.
import type { MediaText } from '@polylogue/contract'

type Chunk = MediaText['chunks'][number]

/** A part of the text. It begins where its chunk begins; the chunk's end may overlap the next section. */
export interface Section {
  from: number
  to: number
  /** Undefined for text that no chunk has. */
  chunk: Chunk | undefined
  /** Of the chunk, from 1. */
  number: number
}

/** Characters of a section without a chunk. */
const PIECE = 8_000

/** Returns sections that together are the whole text, in order. */
export function sectionsOf({ text, chunks }: Pick<MediaText, 'text' | 'chunks'>): Section[] {
  const sections: Section[] = []
  const fill = (from: number, to: number) => {
    for (let at = from; at < to; at += PIECE)
      sections.push({ from: at, to: Math.min(to, at + PIECE), chunk: undefined, number: 0 })
  }
  const ordered = chunks.toSorted((one, other) => one.from - other.from)
  let at = 0
  ordered.forEach((chunk, index) => {
    const from = Math.min(Math.max(chunk.from, at), text.length)
    if (from > at) fill(at, from)
    const next = ordered[index + 1]?.from ?? chunk.to
    const to = Math.min(text.length, Math.max(from, Math.min(next, chunk.to)))
    sections.push({ from, to, chunk, number: index + 1 })
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

/** Splits the text of a section at the mark: before it, marked, after it. */
export function splitAt(text: string, { from, to }: Pick<Section, 'from' | 'to'>, mark: Mark | undefined) {
  const start = Math.min(to, Math.max(from, mark?.from ?? to))
  const end = Math.min(to, Math.max(start, mark?.to ?? to))
  return { before: text.slice(from, start), marked: text.slice(start, end), after: text.slice(end, to) }
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
