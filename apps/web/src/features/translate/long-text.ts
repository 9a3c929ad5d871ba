// Cuts a text that is too long for one request, between blocks of Markdown.
import { EMPTY_SPLIT, extendSplit } from '#ui/markdown/blocks.ts'

/** Characters of one request; a model on a small machine writes them before proxies give up. */
const PER_REQUEST = 6_000

/** Characters of a text that can be translated at all: requests for some minutes. */
export const LONGEST = 200_000

/** A piece of a text; code is not sent. */
export interface Piece {
  text: string
  sent: boolean
}

/** Returns pieces of at most `limit` characters that are the text together. */
export function piecesOf(text: string, limit: number = PER_REQUEST): Piece[] {
  const pieces: Piece[] = []
  const add = (part: string) => {
    const last = pieces.at(-1)
    if (last?.sent && last.text.length + part.length <= limit) last.text += part
    else pieces.push({ text: part, sent: true })
  }
  for (const block of extendSplit(EMPTY_SPLIT, text).blocks) {
    if (block.length <= limit) add(block)
    else if (/^ {0,3}(```|~~~)/.test(block)) pieces.push({ text: block, sent: false })
    else cutBlock(block, limit).forEach(add)
  }
  return pieces.map((piece) => (piece.text.trim() === '' ? { ...piece, sent: false } : piece))
}

/** Cuts a block at line ends, else at spaces, else anywhere between two characters. */
function cutBlock(block: string, limit: number): string[] {
  const parts: string[] = []
  let rest = block
  while (rest.length > limit) {
    const head = rest.slice(0, limit)
    const line = head.lastIndexOf('\n') + 1
    const at = line > limit / 2 ? line : head.lastIndexOf(' ') + 1 || wholeEnd(head)
    parts.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...parts, rest]
}

const wholeEnd = (head: string): number =>
  /[\ud800-\udbff]$/.test(head) && head.length > 1 ? head.length - 1 : head.length
