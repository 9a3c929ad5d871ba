// Finds a phrase in pieces of text. Pure; finder.ts creates the pieces from the DOM.

/** A text node; pieces of the same block are searched as one text. */
export interface Piece {
  text: string
  block: number
}

export interface Place {
  /** Index of the piece. */
  piece: number
  offset: number
}

export interface Match {
  from: Place
  /** The end, exclusive. */
  to: Place
}

/** Returns the matches of `phrase` in order and without overlap. Ignores case and treats all white space alike. */
export function findMatches(pieces: readonly Piece[], phrase: string, most = Infinity): Match[] {
  const wanted = fold(phrase.trim())
  const found: Match[] = []
  if (wanted === '') return found
  for (let first = 0; first < pieces.length && found.length < most;) {
    let end = first + 1
    while (end < pieces.length && pieces[end]?.block === pieces[first]?.block) end += 1
    findInBlock(pieces, first, end, wanted, found, most)
    first = end
  }
  return found
}

function findInBlock(
  pieces: readonly Piece[],
  first: number,
  end: number,
  wanted: string,
  found: Match[],
  most: number,
): void {
  const block = pieces.slice(first, end)
  const text = fold(block.map((piece) => piece.text).join(''))
  let piece = first
  let begin = 0
  // Offsets only increase, so one pass over the pieces of a block is enough.
  const placeOf = (offset: number, atEnd: boolean): Place => {
    let length = pieces[piece]?.text.length ?? 0
    while (piece < end - 1 && (atEnd ? offset > begin + length : offset >= begin + length)) {
      begin += length
      piece += 1
      length = pieces[piece]?.text.length ?? 0
    }
    return { piece, offset: offset - begin }
  }
  for (
    let at = text.indexOf(wanted);
    at >= 0 && found.length < most;
    at = text.indexOf(wanted, at + wanted.length)
  )
    found.push({ from: placeOf(at, false), to: placeOf(at + wanted.length, true) })
}

/** Folds case and white space; every character keeps its offset. */
function fold(text: string): string {
  const lower = text.replace(/\s/g, ' ').toLowerCase()
  if (lower.length === text.length) return lower
  return text.replace(/[^\n]/gu, (letter) => {
    const small = /\s/.test(letter) ? ' ' : letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
}
