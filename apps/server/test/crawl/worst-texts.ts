// Texts that take long with work that grows faster than their length.

const of = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

const between = (start: string, piece: string, end: string) => (length: number) =>
  `${start}${of(piece)(Math.max(0, length - start.length - end.length))}${end}`.slice(0, length)

/** Each returns a text with this many UTF-16 units. */
export const WORST_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  blanks: of(' '),
  'blanks between': between('# a', ' ', 'b'),
  'open brackets': of('('),
  'open braces': of('{{'),
  'square brackets': of('['),
  hashes: of('#'),
  backticks: of('`'),
  letters: of('a'),
  'letters with an end': between('', 'a', '!'),
  nested: (length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  words: of('word '),
  'combining marks': between('a', '\u0301', ''),
  quotes: of('"'),
  backslashes: of('\\'),
  // An even number of units, so that no half of a pair is left.
  'surrogate pairs': (length) => '😀'.repeat(length / 2),
  tags: of('<&'),
  newlines: of('\n'),
  digits: of('1'),
  'table rows': of('|---'),
  links: of('[a]('),
  stars: of('*a_'),
  addresses: between('https://a.org/', 'a.', ''),
  'alternating address': between('', 'a@', '.org'),
}

const RUNS = 8
const kinds = Object.values(WORST_TEXTS)

/** Texts of several runs of these: for long fields, whose texts take long to store. */
export const MIXED_TEXTS: Readonly<Record<string, (length: number) => string>> = Object.fromEntries(
  Array.from({ length: Math.ceil(kinds.length / RUNS) }, (_, at) => [
    `mixed ${at + 1}`,
    (length: number) =>
      kinds
        .slice(at * RUNS, (at + 1) * RUNS)
        .map((textOf) => textOf(2 * Math.floor(length / RUNS / 2)))
        .join('x'.repeat(2))
        .slice(0, length),
  ]),
)
