// What a chunk gets of a table that began before it: its title, the head rows, and the names of the group that its first row belongs
// to; and of a list the line that introduces it.
import type { PlacedBlock } from './blocks.ts'

/** Tables of a chunk whose heads it gets. */
const TABLES = 2
/** The end of the sentence before the last one. */
const LAST_SENTENCE = /[.!?。！？](?=\s?[^.!?。！？]{0,400}$)/
/** UTF-16 units of a head: more in larger chunks. */
const HEAD = { least: 400, most: 1_500 }
/** UTF-16 units of names, and above a chunk in which they are looked for. */
const NAMES = 200
/** UTF-16 units of a text before a table that counts as its title: units stand there, too. */
const CAPTION = 200
const ABOVE = 8_000
/** Rows of a chunk that tell whether a table leaves repeated names out. */
const ROWS = 12

interface Place {
  readonly from: number
  readonly to: number
  /** Maximum tokens of a chunk. */
  readonly size: number
}

/** Returns the lines that a chunk lacks of its tables and lists; `first` is the block in which it begins. */
export function tableContext(
  blocks: readonly PlacedBlock[],
  first: number,
  text: string,
  { from, to, size }: Place,
): string[] {
  const heads: string[] = []
  for (let index = first; index < blocks.length && heads.length < TABLES; index++) {
    const block = blocks[index]
    if (block === undefined || block.from >= to) break
    const { head } = block
    if (head && (block.from < from || !text.startsWith(head, block.from))) heads.push(cutHead(head, size))
  }
  const begun = blocks[first]
  if (begun?.kind === 'list' && begun.from < from) return [...introOf(blocks[first - 1]), ...heads]
  if (begun?.kind !== 'table' || begun.from >= from) return heads
  return [...captionOf(begun, blocks[first - 1]), ...heads, ...namesAbove(text, begun, from)]
}

function captionOf({ page }: PlacedBlock, before: PlacedBlock | undefined): string[] {
  const isCaption = before?.kind === 'text' && before.text.length <= CAPTION && before.page === page
  return isCaption ? [before.text.trim()] : []
}

/** Returns the line that introduces a list, which says what its items are: the last sentence before it, up to its colon. */
function introOf(before: PlacedBlock | undefined): string[] {
  if (before?.kind !== 'text' && before?.kind !== 'heading') return []
  const line = before.text.trim().split('\n').at(-1) ?? ''
  if (!/[:：]$/.test(line)) return []
  const sentence = line.slice(line.slice(0, -1).search(LAST_SENTENCE) + 1).trim()
  return sentence.length <= CAPTION ? [sentence] : []
}

/** Returns a head with its rows; of a long one the last rows, which name single columns. */
export function cutHead(head: string, size: number): string {
  const room = Math.max(HEAD.least, Math.min(HEAD.most, size))
  let kept = head
  while (kept.length > room && kept.includes('\n')) kept = kept.slice(kept.indexOf('\n') + 1)
  return kept.slice(0, room).toWellFormed().trimEnd()
}

const cellsOf = (line: string): string[] => line.split(' | ')
const isUnnamed = (line: string): boolean => line.startsWith(' |')

/** Returns the names above the empty cells with which a chunk begins, if its table names a group in its first row only. */
function namesAbove(text: string, { from: begin, head = '' }: PlacedBlock, from: number): string[] {
  const below = text.slice(from, from + ABOVE).split('\n', ROWS)
  if (!isUnnamed(below[0] ?? '') || below.filter(isUnnamed).length * 2 < below.length) return []
  const names = cellsOf(below[0] ?? '')
  const rows = begin + (text.startsWith(head, begin) ? head.length : 0)
  let open = names.findIndex(Boolean)
  for (let end = from - 1; open > 0 && end > Math.max(rows, from - ABOVE);) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    // Most rows leave the same cells empty.
    if (start >= rows && !text.startsWith(' | '.repeat(open), start)) {
      const cells = cellsOf(text.slice(start, end)).slice(0, open)
      cells.forEach((cell, at) => (names[at] ||= cell))
      const named = cells.findIndex(Boolean)
      if (named >= 0) open = named
    }
    end = start - 1
  }
  const found = names.slice(0, Math.max(0, cellsOf(below[0] ?? '').findIndex(Boolean)))
  return found.some(Boolean) ? [`${found.join(' | ').slice(0, NAMES)} | …`] : []
}
