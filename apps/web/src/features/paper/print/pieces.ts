/** An element of a printed answer, or a text. */
export type Piece = string | PieceElement

export interface PieceElement {
  name: string
  attributes: Record<string, string>
  children: Piece[]
  isMath?: true
}

const MATH = 'http://www.w3.org/1998/Math/MathML'

/** Appends the elements of an answer. */
export function append(parent: Element, pieces: readonly Piece[]): void {
  const page = parent.ownerDocument
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      parent.append(piece)
      continue
    }
    const made = piece.isMath ? page.createElementNS(MATH, piece.name) : page.createElement(piece.name)
    for (const [name, value] of Object.entries(piece.attributes)) made.setAttribute(name, value)
    append(made, piece.children)
    parent.append(made)
  }
}
