// Builds a document from the pages of a PDF.
import { warningOf, type Block, type BlockDocument } from '../../blocks.ts'
import { tableBlock } from '../tables.ts'
import { withoutEdges } from './edges.ts'
import { withTables } from './lattice.ts'
import { layoutOf, type Piece } from './layout.ts'
import { withLeaders } from './leaders.ts'
import { keyOf } from './outline.ts'
import type { PdfPageText, PdfText } from './pages.ts'
import { paragraphsOf, type Draft, type Style } from './paragraphs.ts'
import type { Segment } from './rows.ts'

const MAX_CELLS = 200_000
/** The share of unknown letters from which a page is said to have them, and how many. */
const UNKNOWN_SHARE = 0.02
const UNKNOWN = 5

export function blocksOf({ pages, outline, files, isXfa }: PdfText): BlockDocument {
  const texts = withoutEdges(pages)
  const style = styleOf(texts, outline)
  let cells = 0
  const drafts = pages.flatMap((page, index): Draft[] => {
    const number = index + 1
    const main = withTables(texts[index] ?? [], page.rules)
    const pieces = [main, ...page.texts.slice(1)].flatMap((segments) => withLeaders(layoutOf(segments)))
    const kept = pieces.filter((piece) => {
      if (piece.kind === 'table') cells += piece.rows.reduce((sum, row) => sum + row.length, 0)
      return piece.kind === 'lines' || cells <= MAX_CELLS
    })
    return [...kept.flatMap((piece) => draftsOf(piece, number, style)), ...besides(page, number)]
  })
  const isEmpty = (page: PdfPageText) => lengthOf(page) === 0 && !page.isBlank
  return {
    blocks: leveled(drafts),
    pages: pages.length,
    scans: numbersOf(pages, (page) => isEmpty(page) || page.isStamped),
    warnings: [
      ...warningOf('pages_without_text', { pages: numbersOf(pages, isEmpty) }),
      ...warningOf('unknown_letters', { pages: numbersOf(pages, hasUnknown) }),
      ...warningOf('cells_cut', { pages: [], count: cells > MAX_CELLS ? cells : 0 }),
      ...warningOf('attachments', { names: [...new Set(files)] }),
      ...warningOf('objects', { names: isXfa ? ['XFA'] : [] }),
    ],
  }
}

const lengthOf = ({ texts, vertical }: PdfPageText) => texts.length + vertical.length

const hasUnknown = ({ unknown, letters }: PdfPageText) =>
  unknown >= UNKNOWN && unknown >= UNKNOWN_SHARE * letters

const numbersOf = (pages: readonly PdfPageText[], is: (page: PdfPageText) => boolean): number[] =>
  pages.flatMap((page, index) => (is(page) ? [index + 1] : []))

function draftsOf(piece: Piece, page: number, style: Style): Draft[] {
  if (piece.kind === 'lines') return paragraphsOf(piece.lines, page, style)
  const block = tableBlock(piece.rows, { page })
  return block ? [block] : []
}

const besides = ({ vertical, comments }: PdfPageText, page: number): Draft[] =>
  [vertical.join('\n'), ...comments].filter(Boolean).map((text) => ({ kind: 'text', text, page }))

/** Gives headings without a level the rank of their size. */
function leveled(drafts: readonly Draft[]): Block[] {
  const sizes = [
    ...new Set(drafts.flatMap(({ size }) => (size === undefined ? [] : [Math.round(size)]))),
  ].toSorted((a, b) => b - a)
  return drafts.map(({ size, ...block }) =>
    size === undefined ? block : { ...block, level: Math.min(6, sizes.indexOf(Math.round(size)) + 1) },
  )
}

/** Returns what most of the letters look like, and the words with hyphens. */
function styleOf(pages: readonly (readonly Segment[])[], outline: PdfText['outline']): Style {
  const sizes = new Map<number, number>()
  const words = new Set<string>()
  let bold = 0
  let all = 0
  for (const { text, size, isBold } of pages.flat()) {
    const rounded = Math.round(size * 2) / 2
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length)
    all += text.length
    if (isBold) bold += text.length
    if (text.includes('-'))
      for (const [word] of text.matchAll(/[\p{L}\p{N}]{1,60}-\p{L}{1,60}/gu)) words.add(word.toLowerCase())
  }
  const [size] = [...sizes].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [10, 0])
  return {
    size,
    isBold: bold * 2 > all,
    isKnown: (word) => words.has(word),
    outlined: (text, page) => outline.get(keyOf(text, page)),
  }
}
