// The text of a document in blocks: what headings, tables and pages are known of it. Plain data, which crosses processes.
import type { MediaWarning, NotSeenReason } from '@polylogue/contract'

export interface Block {
  readonly kind: 'heading' | 'text' | 'list' | 'table' | 'code'
  readonly text: string
  /** Of a heading, from 1. */
  readonly level?: number
  /** Page, slide or sheet, from 1; missing for formats without. */
  readonly page?: number
  /** The first row of a table. */
  readonly head?: string
}

/**
 * What was left out of a document or is uncertain. `pages` are the numbers of the pages that it concerns; `count` says how many
 * pictures, charts and the like there are; `names` are those of sheets, files or encodings.
 */
export interface ReadWarning {
  readonly code: MediaWarning
  readonly pages: readonly number[]
  readonly count?: number
  readonly names?: readonly string[]
  /** Of recognised text: how certain it is, 0 to 100. */
  readonly confidence?: number
  /** Of pages that a model was to read: why it did not. */
  readonly reason?: NotSeenReason
}

/** Names of one warning, and characters of a name. */
const NAMES = 20
const NAME = 100

/** Returns a warning with bounded names; undefined if it concerns nothing. */
export function warningOf(
  code: MediaWarning,
  { pages = [], count, names }: Partial<Omit<ReadWarning, 'code'>>,
): ReadWarning[] {
  if (pages.length === 0 && !count && !names?.length) return []
  return [
    {
      code,
      pages,
      ...(count ? { count } : {}),
      ...(names?.length
        ? { names: names.slice(0, NAMES).map((name) => name.slice(0, NAME).toWellFormed()) }
        : {}),
    },
  ]
}

/** A document as its reader returns it. */
export interface BlockDocument {
  readonly blocks: readonly Block[]
  /** Pages, slides or sheets; null for formats without. */
  readonly pages: number | null
  readonly warnings: readonly ReadWarning[]
  /** Pages whose text may be in their pictures. */
  readonly scans?: readonly number[]
}

/** A document as the child process returns it. */
export interface ReadDocument {
  /** The blocks as JSON. */
  readonly json: Buffer
  /** UTF-16 code units of all blocks; 0 for a document without text. */
  readonly characters: number
  readonly pages: number | null
  readonly warnings: readonly ReadWarning[]
  /** Whether pictures of it may have text that only text recognition reads. */
  readonly hasScans?: boolean
}

/** Returns the blocks up to a number of characters; the last one is cut. */
export function cutBlocks(blocks: readonly Block[], characters: number): { blocks: Block[]; isCut: boolean } {
  const kept: Block[] = []
  let left = characters
  for (const block of blocks) {
    if (block.text.length > left) {
      const text = block.text.slice(0, left).replace(/[\uD800-\uDBFF]$/, '')
      if (text.trim()) kept.push({ ...block, text })
      return { blocks: kept, isCut: true }
    }
    kept.push(block)
    left -= block.text.length
  }
  return { blocks: kept, isCut: false }
}

/** What a model gets of a document without text. */
export const NO_TEXT =
  '[This document has no text, probably because it is a scan or a picture. Its content is not known: say so if it matters.]'

/** Returns the numbers of the pages without text. */
export const emptyPagesOf = ({ warnings }: Pick<BlockDocument, 'warnings'>): number[] =>
  warnings.flatMap(({ code, pages }) => (code === 'pages_without_text' ? pages : []))

/** What a model gets of a warning, after the text. */
const NOTES: Partial<Record<MediaWarning, string>> = {
  pages_without_text: 'Pages without text, probably scans or pictures: {}',
  cells_cut: 'The tables are too large: some cells are left out',
  pictures: 'Pictures that are not read: {}',
  charts: 'Charts that are not read: {}',
  objects: 'Embedded objects that are not read: {}',
  sheets_not_read: 'Sheets that could not be read, because the file is damaged there: {}',
  hidden_sheets: 'Hidden sheets that are left out: {}',
  hidden_cells: 'Sheets whose hidden rows or columns are left out: {}',
  hidden_slides: 'Hidden slides that are left out: {}',
  hidden_text: 'Hidden passages that are left out: {}',
  attachments: 'Attached files that are not read: {}',
  encrypted_parts: 'Encrypted parts that are not read: {}',
  unknown_letters: 'Pages with letters that cannot be read: {}',
}

function noteOf({ code, pages, count, names }: ReadWarning): string[] {
  if (code === 'encoding_guessed')
    return [
      `[The encoding of this file was guessed (${names?.join(', ')}): letters may be wrong. Say so if it matters.]`,
    ]
  if (code === 'recognized' || code === 'recognized_by_model') {
    const where = pages.length > 0 ? `The text of pages ${pages.slice(0, 100).join(', ')}` : 'The text'
    return [
      `[${where} was read ${names?.length ? 'by a model' : 'by text recognition'} and can have mistakes.]`,
    ]
  }
  if (code === 'recognized_pictures')
    return [`[Texts after 🖼 were read in pictures by text recognition and can have mistakes.]`]
  const note = NOTES[code]
  if (!note) return []
  const what = names?.join(', ') ?? count?.toString() ?? pages.slice(0, 100).join(', ')
  return [`[${note.replace('{}', () => what)}. Their content is not known: say so if it matters.]`]
}

/** Returns a text with what a model should know of it. */
export const withNotes = (text: string, warnings: readonly ReadWarning[]): string =>
  [text, ...warnings.flatMap(noteOf)].join('\n\n')

/** Returns a recognised text that says first what it is: its end may be cut off. */
export const asRecognized = (text: string, pages: readonly number[]): string =>
  [...noteOf({ code: 'recognized', pages }), text].join('\n\n')

/** Returns a document as one text: headings as in Markdown, a mark before each page, and what is left out of it. */
export function documentText({ blocks, warnings }: Pick<BlockDocument, 'blocks' | 'warnings'>): string {
  if (charactersOf(blocks) === 0) return NO_TEXT
  const parts: string[] = []
  let at: number | undefined
  for (const { kind, text, level = 1, page } of blocks) {
    const marked = kind === 'heading' ? `${'#'.repeat(level)} ${text}` : text
    if (page !== undefined && page !== at) parts.push(`[Page ${page}]\n${marked}`)
    else parts.push(marked)
    at = page
  }
  return withNotes(parts.join('\n\n'), warnings)
}

/** Returns a document whose texts can be stored, with at most that many characters. */
export function limited(document: BlockDocument, characters: number): BlockDocument {
  const { blocks, isCut } = cutBlocks(document.blocks, characters)
  return {
    blocks: blocks.map((block) => ({ ...block, text: block.text.toWellFormed().replaceAll('\0', '') })),
    pages: document.pages,
    ...(document.scans ? { scans: document.scans } : {}),
    warnings: [...document.warnings, ...(isCut ? [{ code: 'text_cut' as const, pages: [] }] : [])],
  }
}

/** Adds items to a list. Spread arguments would overflow the stack for many. */
export function append<Item>(list: Item[], more: Iterable<Item>): void {
  for (const item of more) list.push(item)
}

export const charactersOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { text }) => sum + text.trim().length, 0)
