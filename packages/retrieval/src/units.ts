// Divides a text into smaller and smaller parts: blocks, lines or sentences, words, pieces. Each level reads the text once.

/** A part of a text; parts of one level follow each other without a gap. */
export interface Unit {
  readonly from: number
  readonly to: number
  readonly level: 'block' | 'sentence' | 'word' | 'piece'
  /** Whether it is divided between lines instead of sentences. */
  readonly lines: boolean
  /** Its words are repeated before the next chunk; those of table rows and code are not. */
  readonly overlaps: boolean
  /** Whether it belongs to the next part: a heading, or the line before a list. */
  readonly glued: boolean
}

/** UTF-16 units of a piece of a text without spaces. */
const PIECE = 16

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Yields the parts of a unit; a piece has none. */
export function* partsOf(text: string, unit: Unit): Generator<Unit> {
  const level = unit.level === 'block' ? 'sentence' : unit.level === 'sentence' ? 'word' : 'piece'
  let from = unit.from
  for (const to of endsOf(text, unit)) {
    yield { ...unit, from, to, level, glued: false }
    from = to
  }
}

function endsOf(text: string, unit: Unit): Iterable<number> {
  if (unit.level === 'block') return unit.lines ? linesIn(text, unit) : sentencesIn(text, unit)
  return unit.level === 'sentence' ? wordsIn(text, unit) : piecesIn(text, unit)
}

function* linesIn(text: string, { from, to }: Unit): Generator<number> {
  for (let at = from; at < to;) {
    const end = text.indexOf('\n', at)
    at = end === -1 || end >= to ? to : end + 1
    yield at
  }
}

function* sentencesIn(text: string, { from, to }: Unit): Generator<number> {
  for (const { index, segment } of sentences.segment(text.slice(from, to)))
    yield from + index + segment.length
}

/** A word ends with the spaces after it. */
function* wordsIn(text: string, { from, to }: Unit): Generator<number> {
  for (const { index, 0: spaces } of text.slice(from, to).matchAll(/\s+/g)) {
    const end = from + index + spaces.length
    if (end < to) yield end
  }
  yield to
}

function* piecesIn(text: string, { from, to }: Unit): Generator<number> {
  for (let at = from; at < to;) {
    at = Math.min(to, at + PIECE)
    if (at < to && isLowSurrogate(text.charCodeAt(at))) at++
    yield at
  }
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
