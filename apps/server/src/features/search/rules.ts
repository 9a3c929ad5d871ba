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
export function looks(words: string, scope: readonly string[], newest: number): Look[] {
  const wanted = `( ${candidatesOf(words)} ) & ( ${scope.map(quoted).join(' | ')} )`
  let below = newest + 1
  const found = SPANS.map((bits, index) => {
    const span = Math.floor(newest / 2 ** bits)
    const marks = [span, span - 1].filter((number) => number >= 0)
    const query = `${wanted} & ( ${marks.map((number) => quoted(spanLetter(index) + number)).join(' | ')} )`
    const look = { query, below }
    below = Math.max(span - 1, 0) * 2 ** bits
    return { look, rest: below }
  })
  const needed = found.findIndex(({ rest }) => rest === 0)
  const spans = (needed < 0 ? found : found.slice(0, needed + 1)).map(({ look }) => look)
  return needed < 0 ? [...spans, { query: wanted, below }] : spans
}

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

/** A quote as it is told: what stood in brackets like ours is set apart, on one line. */
export function toldHighlight(quote: string): string {
  return quote
    .replaceAll('[[', '[ [')
    .replaceAll(']]', '] ]')
    .replaceAll(BEGIN_MATCH, '[[')
    .replaceAll(END_MATCH, ']]')
    .replace(/\s+/g, ' ')
    .trim()
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
