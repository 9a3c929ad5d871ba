// The extracted form of a document: blocks in reading order, and the text that all offsets refer to.

export interface Block {
  readonly kind: 'heading' | 'text' | 'list' | 'table' | 'code'
  /** Rows of tables, items of lists and lines of code are separated by line breaks. */
  readonly text: string
  /** Level of a heading, from 1. */
  readonly level?: number
  /** Page, slide or sheet, from 1. */
  readonly page?: number
  /** The head row of a table; its text may begin with it. */
  readonly head?: string
}

export interface TextDocument {
  readonly title: string
  readonly blocks: readonly Block[]
}

const BETWEEN = '\n\n'

/** Returns the extracted text; `from` and `to` of chunks are its UTF-16 offsets. */
export const textOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join(BETWEEN)

/** A block with its place in the extracted text; `to` is where the next block begins. */
export interface PlacedBlock extends Block {
  readonly from: number
  readonly to: number
}

export function placedBlocks(blocks: readonly Block[]): PlacedBlock[] {
  let next = 0
  return blocks.map((block, index) => {
    const from = next
    next += block.text.length + (index === blocks.length - 1 ? 0 : BETWEEN.length)
    return { ...block, from, to: next }
  })
}

/** A heading with the blocks up to the next one. */
export interface Section {
  readonly from: number
  readonly to: number
  /** Headings from the top to this one. */
  readonly path: readonly string[]
  readonly blocks: readonly PlacedBlock[]
}

/** Whether a section has no text below its heading. */
export const isBare = ({ blocks }: Section): boolean => blocks.every(({ kind }) => kind === 'heading')

/** Maximum UTF-16 units of a heading that its chunks repeat. */
const HEADING = 120
const LEVELS = 6

export function sectionsOf(blocks: readonly PlacedBlock[]): Section[] {
  const sections: { from: number; to: number; path: string[]; blocks: PlacedBlock[] }[] = []
  let path: { level: number; text: string }[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const level = block.level ?? 1
      const above = path.filter((heading) => heading.level < level).slice(0, LEVELS - 1)
      path = [...above, { level, text: shortened(block.text, HEADING) }]
    }
    const last = sections.at(-1)
    if (last === undefined || block.kind === 'heading')
      sections.push({ from: block.from, to: block.to, path: path.map(({ text }) => text), blocks: [block] })
    else {
      last.to = block.to
      last.blocks.push(block)
    }
  }
  return sections
}

/** Returns the beginning of a text on one line. */
export const shortened = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replace(/\s+/g, ' ').trim()
