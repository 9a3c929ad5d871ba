// Where pages, headings and tables begin inside a chunk, so that a sentence is cited with its own page and heading.
import type { PlacedBlock, Section } from './blocks.ts'
import type { Span } from './matching.ts'
import { cutHead } from './table-context.ts'

/** A page and a heading that hold from an offset of the chunk's text. */
export type PlaceMark = readonly [offset: number, page: number | null, heading: string]
/** A table of the chunk, in offsets of its text, with its head rows. */
export type TableMark = readonly [from: number, to: number, head: string]

export interface Marks {
  /** Changes after the beginning of the chunk, in order. */
  readonly places: readonly PlaceMark[]
  readonly tables: readonly TableMark[]
}

export interface Place {
  readonly page: number | null
  readonly heading: string
}

/** Head rows that a passage gets. */
const HEADS = 2
/** Marks are limited by the text, because a document can repeat long headings for each word. */
const SPARE = 1_000
const PER_UNIT = 2
/** Estimated units of a mark without its text. */
const MARK = 20
/** Tables of a chunk whose heads are kept. */
const TABLES = 50

/** The blocks and sections of a document, and the first ones of a chunk. */
interface Cut extends Span {
  /** Maximum tokens of a chunk. */
  readonly size: number
  readonly blocks: readonly PlacedBlock[]
  readonly sections: readonly Section[]
  readonly block: number
  readonly section: number
}

/** Returns the marks of a chunk. */
export function marksOf({ blocks, sections, block, section, from, to, size }: Cut): Marks {
  const places: PlaceMark[] = []
  const tables: TableMark[] = []
  let room = SPARE + PER_UNIT * (to - from)
  let at = section
  let last = placeOf(blocks[block], sections[section])
  for (let index = block; index < blocks.length; index++) {
    const one = blocks[index]
    if (one === undefined || one.from >= to) break
    while ((sections[at + 1]?.from ?? Infinity) <= one.from) at++
    const { page, heading } = placeOf(one, sections[at])
    if (page !== last.page || heading !== last.heading) {
      // Beyond the limit only pages are told.
      const next = { page, heading: heading.length + MARK <= room ? heading : '' }
      if (next.page !== last.page || next.heading !== last.heading)
        places.push([one.from - from, next.page, next.heading])
      room -= next.heading.length + MARK
      last = next
    }
    const head = one.kind === 'table' && one.head ? cutHead(one.head, size) : ''
    if (head !== '' && tables.length < TABLES && head.length + MARK <= room) {
      tables.push([Math.max(0, one.from - from), Math.min(to, one.to) - from, head])
      room -= head.length + MARK
    }
  }
  return { places, tables }
}

export const pathOf = (section: Section | undefined): string => section?.path.join(' › ') ?? ''

const placeOf = (block: PlacedBlock | undefined, section: Section | undefined): Place => ({
  page: block?.page ?? null,
  heading: pathOf(section),
})

/** A chunk with its marks; null for one that was cut before they were kept. */
interface Marked extends Place {
  readonly marks: Marks | null
}

/** Returns page and heading of an offset of a chunk's text. */
export function placeAt({ page, heading, marks }: Marked, offset: number): Place {
  const mark = marks?.places.findLast(([from]) => from <= offset)
  return mark === undefined ? { page, heading } : { page: mark[1], heading: mark[2] }
}

/** Returns the pages of a chunk, in order. */
export function pagesOf({ page, marks }: Omit<Marked, 'heading'>): number[] {
  const all = [page, ...(marks?.places ?? []).map(([, other]) => other)]
  return [...new Set(all.filter((one) => one !== null))]
}

/** Returns the head rows of tables of a part of a chunk that the part does not have, in lines. */
export function headsWithin({ tables }: Marks, { from, to }: Span, text: string): string {
  const own = plain(text)
  const heads = tables
    .filter(([begin, end, head]) => begin < to && end > from && !own.includes(plain(head)))
    .map(([, , head]) => head)
  return [...new Set(heads)].slice(0, HEADS).join('\n')
}

/** Returns the longest head rows that a part of a chunk can get. */
export const longestHeads = ({ tables }: Marks): string =>
  tables
    .map(([, , head]) => head)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, HEADS)
    .join('\n')

const plain = (text: string) => text.replace(/\s+/g, ' ')
