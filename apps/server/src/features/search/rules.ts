// What is looked for, in the form the index answers; and how finds are told. Pure.
import type { Find } from '@polylogue/contract'

/**
 * The newest candidates that are ranked. A word that a hundred thousand messages hold costs what this many cost; of a rarer
 * one, every message is a candidate.
 */
export const CANDIDATES = 200
/** Candidates when neighbouring words are asked for ("…", well-known), which the index does not know: they are sieved. */
export const SIEVED_CANDIDATES = 1_000

/** Widths of the spans of message ids that carry a mark, as powers of two: each four times the last. */
export const SPANS = [11, 13, 15, 17, 19, 21] as const

/** A mark begins with a character that no word holds, so nobody can type one. */
const MARK = '\u0001'

export const ownerMark = (contextId: number): string => `${MARK}o${contextId}`
export const projectMark = (projectId: number): string => `${MARK}p${projectId}`

/** The first letters of span marks, by the span's place in SPANS; the store writes marks of the same form. */
export const spanLetter = (index: number): string => `${MARK}${String.fromCharCode(97 + index)}`

/** What a person typed, without the characters that a database cannot take or a word cannot hold. */
export function typedWords(typed: string): string {
  return typed
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
}

/** A look into the index: a query, and the ids that an earlier look has not covered. */
export interface Look {
  readonly query: string
  readonly below: number
}

/**
 * The looks that find the newest messages with the words, in what the viewer may read: first among the newest ids, then ever
 * further back, the last into everything. Each is answered from the index alone, at the cost of its rarest part.
 */
export function looks(
  words: string,
  scope: readonly string[],
  newest: number,
  spans: readonly number[] = SPANS,
): Look[] {
  const wanted = `( ${candidatesOf(words)} ) & ( ${scope.map(quoted).join(' | ')} )`
  let below = newest + 1
  const found = spans.map((bits) => {
    const index = SPANS.indexOf(bits as (typeof SPANS)[number])
    const span = Math.floor(newest / 2 ** bits)
    const marks = [span, span - 1].filter((number) => number >= 0)
    const query = `${wanted} & ( ${marks.map((number) => quoted(spanLetter(index) + number)).join(' | ')} )`
    const look = { query, below }
    below = Math.max(span - 1, 0) * 2 ** bits
    return { look, rest: below }
  })
  const needed = found.findIndex(({ rest }) => rest === 0)
  const within = (needed < 0 ? found : found.slice(0, needed + 1)).map(({ look }) => look)
  return needed < 0 ? [...within, { query: wanted, below }] : within
}

/** Spans for beginnings of words: each look gathers every word that begins so, so there are two looks only. */
export const FEW_SPANS = [SPANS[2]] as const

/** Letters that a beginning has at least: with fewer it is that of half of all words. */
const LEAST_LETTERS = 3

/**
 * The words that were typed whose beginnings may be looked for, from the query in the language without stems. None where words
 * are asked for side by side, or are unwanted in groups: then they are meant as they stand.
 */
export function beginningsOf(plain: string): string[] {
  if (NEIGHBOURS.test(plain) || plain.includes('!(')) return []
  const words = [...plain.matchAll(WORD)].filter(([, unwanted]) => !unwanted).map(([, , word = '']) => word)
  return [...new Set(words.filter((word) => word.length >= LEAST_LETTERS))]
}

const WORD = /(!\s*)?'((?:[^'\\]|''|\\.)*)'/gu

/** The plain query with the beginnings beside the stems of its words: `stems` by the word as it stands there. */
export function withBeginnings(plain: string, stems: ReadonlyMap<string, string>): string {
  return plain.replaceAll(WORD, (whole, unwanted: string | undefined, word: string) => {
    const stemmed = stems.get(word)
    if (unwanted || stemmed === undefined) return whole
    return stemmed === '' ? `'${word}':*` : `( '${word}':* | ${stemmed} )`
  })
}

/** A word as it was typed, of one in a query. */
export const plainWord = (word: string): string => word.replaceAll("''", "'").replaceAll(/\\(.)/g, '$1')

/** Whether the words are asked for side by side, so that candidates must be sieved. */
export function isSieved(words: string): boolean {
  return NEIGHBOURS.test(words)
}

const NEIGHBOURS = /<(?:-|\d+)>/
const UNWANTED_NEIGHBOURS = /!\( [^()]*<(?:-|\d+)>[^()]* \)/g

/** The words without their neighbourhood: what the index can answer. Never stricter than the words themselves. */
function candidatesOf(words: string): string {
  return words.replace(UNWANTED_NEIGHBOURS, `!'${MARK}'`).replaceAll(new RegExp(NEIGHBOURS, 'g'), '&')
}

function quoted(mark: string): string {
  return `'${mark}'`
}

/** Beginnings of the typed words, in lower case: near one of them a long text is worth quoting. */
export function beginnings(typed: string): string[] {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, Math.max(3, word.length - 2))))].slice(0, 10)
}

/** A mark of what matched while it comes from the database: characters that texts do not hold. */
export const BEGIN_MATCH = '\u0002'
export const END_MATCH = '\u0003'

/** Messages in portions of so many characters; one that has more stands alone. */
export function stepsOf(sizes: readonly { id: number; size: number }[], most: number): number[][] {
  const steps: number[][] = []
  let left = 0
  for (const { id, size } of sizes) {
    const step = steps.at(-1)
    if (step && size <= left) step.push(id)
    else {
      steps.push([id])
      left = most
    }
    left -= size
  }
  return steps
}

/** A quote as it is told: without the marks of Markdown, what stood in brackets like ours set apart, on one line. */
export function toldHighlight(quote: string): string {
  return withoutMarks(quote)
    .replaceAll('[[', '[ [')
    .replaceAll(']]', '] ]')
    .replaceAll(BEGIN_MATCH, '[[')
    .replaceAll(END_MATCH, ']]')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Text without the signs that Markdown has for headings, lists, quotes, tables, emphasis, code, links and pictures; each line
 * is read once. A quote may begin and end in the middle of any of them.
 */
function withoutMarks(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s{0,3}(?:#{1,6}\s|(?:>\s?)+|[-*+]\s(?:\[[ xX]\]\s)?|\d{1,9}[.)]\s)/, ''))
    .filter((line) => !/^[\s|:*_=`~-]*$/.test(line))
    .join('\n')
    .replaceAll(/!?\[([^[\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]*\)){0,2000}(?: "[^"\n]{0,300}")?\)/g, '$1')
    .replaceAll(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~|`+/g, '')
    .replaceAll(/(?<![\p{L}\p{N}_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\p{L}\p{N}_])/gu, '')
    .replaceAll(/^\s*\||\|\s*$/gm, '')
    .replaceAll(/\s\|\s/g, ' · ')
}

/**
 * The best finds first. A name that matches is worth more than a mention, but names leave at least half of the places to
 * messages.
 */
export function bestFirst(names: readonly Find[], messages: readonly Find[], limit: number): Find[] {
  const places = Math.max(limit - messages.length, Math.ceil(limit / 2))
  return [...names.slice(0, places), ...messages]
    .toSorted((a, b) => b.rank - a.rank || b.created.localeCompare(a.created))
    .slice(0, limit)
}
