// The text of a document in blocks: what headings, tables and pages are known of it. Plain data, which crosses processes.

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

/** What could not be read: `pages` are the numbers of pages, if it concerns some of them. */
export interface ReadWarning {
  readonly code: 'pages_without_text' | 'text_cut' | 'cells_cut' | 'pictures'
  readonly pages: readonly number[]
}

/** A document as its reader returns it. */
export interface BlockDocument {
  readonly blocks: readonly Block[]
  /** Pages, slides or sheets; null for formats without. */
  readonly pages: number | null
  readonly warnings: readonly ReadWarning[]
}

/** A document as the child process returns it. */
export interface ReadDocument {
  /** The blocks as JSON. */
  readonly json: Buffer
  /** UTF-16 code units of all blocks; 0 for a document without text. */
  readonly characters: number
  readonly pages: number | null
  readonly warnings: readonly ReadWarning[]
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

/** Returns a document as one text: headings as in Markdown, a mark before each page, and which pages have no text. */
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
  const empty = emptyPagesOf({ warnings })
  if (empty.length > 0)
    parts.push(
      `[Pages without text, probably scans or pictures: ${empty.slice(0, 100).join(', ')}. Their content is not known: say so if it matters.]`,
    )
  return parts.join('\n\n')
}

/** Returns a document whose texts can be stored, with at most that many characters. */
export function limited(document: BlockDocument, characters: number): BlockDocument {
  const { blocks, isCut } = cutBlocks(document.blocks, characters)
  return {
    blocks: blocks.map((block) => ({ ...block, text: block.text.toWellFormed().replaceAll('\0', '') })),
    pages: document.pages,
    warnings: [...document.warnings, ...(isCut ? [{ code: 'text_cut' as const, pages: [] }] : [])],
  }
}

export const charactersOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { text }) => sum + text.trim().length, 0)
