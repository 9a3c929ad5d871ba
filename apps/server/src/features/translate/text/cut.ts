// Cuts a text into pieces below a limit, at the best available boundary. All pieces joined are the text.

/** Ends of paragraphs, lines, sentences, and words: the first kind found in the second half of a piece is used. */
const BOUNDARIES = [/\n\s*\n/g, /\n/g, /[.!?…]["”“'’)\]]*\s+|[。！？]/g, /\s+/g]

/** Returns pieces of at most `limit` characters. Never ends inside a surrogate pair or a mark. */
export function cut(text: string, limit: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > limit) {
    const at = boundary(rest.slice(0, limit))
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  if (rest !== '') pieces.push(rest)
  return pieces
}

function boundary(head: string): number {
  for (const pattern of BOUNDARIES) {
    let end = 0
    for (const { 0: found, index } of head.matchAll(pattern)) end = index + found.length
    if (end > head.length / 2) return end
  }
  return wholeEnd(head)
}

/** Returns the end of a piece without any boundary. */
function wholeEnd(head: string): number {
  const open = head.lastIndexOf('[[')
  if (open > 0 && head.length - open < 12 && !head.slice(open).includes(']]')) return open
  const last = head.charCodeAt(head.length - 1)
  return last >= 0xd800 && last <= 0xdbff && head.length > 1 ? head.length - 1 : head.length
}
