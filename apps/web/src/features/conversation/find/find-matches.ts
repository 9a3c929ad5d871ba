// Where a phrase stands in pieces of text. Pure: what the pieces are on the page is finder.ts's.

/** A run of letters of one style; pieces of the same block read on without a break. */
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
  /** Behind the last letter. */
  to: Place
}

/** Every place where `phrase` stands, in their order and without overlap: in any case, any white space as one kind. */
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
  // Offsets only grow, so the pieces are walked through once a block.
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

/** Letters in one case, white space as spaces, and every letter at its old offset. */
function fold(text: string): string {
  const lower = text.replace(/\s/g, ' ').toLowerCase()
  if (lower.length === text.length) return lower
  return text.replace(/[^\n]/gu, (letter) => {
    const small = /\s/.test(letter) ? ' ' : letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
}
