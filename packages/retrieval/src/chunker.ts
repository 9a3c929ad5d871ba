// Cuts a document into chunks: at headings, between blocks, between sentences, between words, anywhere. Linear time.
import { createHash } from 'node:crypto'
import { estimateTokens } from './tokens.ts'
import {
  isBare,
  placedBlocks,
  sectionsOf,
  shortened,
  textOf,
  type Section,
  type TextDocument,
} from './blocks.ts'
import { Cutting, type ChunkSettings } from './cutting.ts'
import { marksOf, pathOf, type Marks } from './marks.ts'
import { tableContext } from './table-context.ts'

/** The version of the cutting: a document that was cut by another one is cut again from its stored text. */
export const CUTTING = 2

export interface Chunk {
  readonly ordinal: number
  /** Page and heading (“Chapter › Section”) of its beginning. */
  readonly page: number | null
  readonly heading: string
  readonly marks: Marks
  /** Text that is indexed before the chunk: title and headings, and the head row of a table that began before. */
  readonly context: string
  /** UTF-16 offsets in the document's text; `from` may be before the end of the previous chunk. */
  readonly from: number
  readonly to: number
  readonly tokens: number
  /** The text between `from` and `to`, with the spaces after it. */
  readonly text: string
  /** SHA-256 of context and text. */
  readonly hash: Buffer
}

/** UTF-16 units of the title in the context of a chunk. */
export const TITLE = 200

/** Returns the chunks of a document in order; a document without text has none. */
export function cutDocument({ title, blocks }: TextDocument, settings: ChunkSettings): Chunk[] {
  const text = textOf(blocks)
  const placed = placedBlocks(blocks)
  const sections = sectionsOf(placed)
  const cutting = new Cutting(text, settings)
  for (const run of runsOf(sections, cutting)) {
    for (const section of run) cutting.addSection(section)
    cutting.close()
  }
  const named = namesOf(title, settings.contextual)
  let ordinal = 0
  return cutting.cuts.flatMap(({ from, to }) => {
    const slice = text.slice(from, to)
    if (slice.trim() === '') return []
    const section = lastAt(sections, from)
    const block = lastAt(placed, from)
    const place = { from, to, size: settings.size }
    const path = sections[section]?.path ?? []
    const context = [...named(path), ...tableContext(placed, block, text, place)].join('\n')
    return {
      ordinal: ordinal++,
      page: placed[block]?.page ?? null,
      heading: pathOf(sections[section]),
      marks: marksOf({ blocks: placed, sections, block, section, ...place }),
      context,
      from,
      to,
      tokens: estimateTokens(slice),
      text: slice,
      hash: createHash('sha256').update(`${context}\0${slice}`).digest(),
    }
  })
}

/** Returns a function for the lines that name the place of a chunk. A title that is also the first heading appears once. */
function namesOf(title: string, contextual: boolean): (path: readonly string[]) => string[] {
  const shown = shortened(title, TITLE)
  return (path) =>
    contextual ? [path[0] === shown ? '' : shown, path.join(' › ')].filter((line) => line !== '') : []
}

/**
 * Sections that are cut together. A heading without text belongs to the next section. A short section is joined with the one
 * before.
 */
function runsOf(sections: readonly Section[], cutting: Cutting): Section[][] {
  const runs: Section[][] = []
  let group: Section[] = []
  sections.forEach((section, index) => {
    group.push(section)
    if (isBare(section) && index < sections.length - 1) return
    const last = runs.at(-1)
    if (last !== undefined && cutting.isShort(group)) last.push(...group)
    else runs.push(group)
    group = []
  })
  return runs
}

/** Returns the index of the last place that begins at or before an offset. */
function lastAt(places: readonly { readonly from: number }[], offset: number): number {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((places[middle]?.from ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
