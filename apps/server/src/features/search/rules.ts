// Builds the queries for the search index, and formats the results. Pure.
import type { Find } from '@polylogue/contract'
import { folded } from '@polylogue/retrieval/folded'
import { inOneSpelling, UNSPACED } from '#platform/folded.ts'

/**
 * Number of newest candidates that are ranked. It bounds the cost of a word that a hundred thousand messages contain; of a
 * rarer word, every message is a candidate.
 */
export const CANDIDATES = 200
/** Candidates of a phrase query ("…", well-known): the index does not store positions, so they are filtered afterwards. */
export const SIEVED_CANDIDATES = 1_000

/** Widths of the message id spans that have a mark, as powers of two: each four times the previous one. */
export const SPANS = [11, 13, 15, 17, 19, 21] as const

/** Marks begin with a character that no word contains, so a user cannot type one. */
const MARK = '\u0001'

export const ownerMark = (contextId: number): string => `${MARK}o${contextId}`
export const projectMark = (projectId: number): string => `${MARK}p${projectId}`

/** The first letters of span marks, by index in SPANS; the store writes marks of the same form. */
export const spanLetter = (index: number): string => `${MARK}${String.fromCharCode(97 + index)}`

/** Returns the typed text in the spelling of the index, without characters that a database rejects or a word cannot contain. */
export function typedWords(typed: string): string {
  return inOneSpelling(typed.replace(/\p{Cc}/gu, ' ').toWellFormed()).trim()
}

const LETTER = new RegExp(`[${UNSPACED}]`, 'gu')
const RUN = new RegExp(`[${UNSPACED}]+`, 'gu')
const ENDS_WORD = /[\p{L}\p{N}]$/u
const letterByLetter = (text: string) => text.replace(LETTER, ' $& ')

/**
 * Returns typed words as the database parses them: what has no spaces between words is a phrase of its letters, as it is in the
 * index.
 */
export function phrasesOf(words: string): string {
  return words
    .split('"')
    .map((part, index) =>
      index % 2 === 1
        ? letterByLetter(part)
        : part.replace(RUN, (run, at: number) => {
            const isJoined = ENDS_WORD.test(part.slice(Math.max(0, at - 2), at))
            return `${isJoined ? ' ' : ''}"${letterByLetter(run)}" `
          }),
    )
    .join('"')
}

/** Returns what of the typed words is in scripts without spaces; at most ten. */
export const runsOf = (words: string): string[] => [...new Set(words.match(RUN))].slice(0, 10)

/** One pass over the index: a query, and the upper limit of the ids that earlier passes did not cover. */
export interface Look {
  readonly query: string
  readonly below: number
}

/**
 * Returns the passes that find the newest readable messages with the words: first among the newest ids, then further back,
 * the last over everything. The index answers each one at the cost of its rarest term.
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

/** Spans for prefix searches: each pass reads every word with the prefix, so there are only two passes. */
export const FEW_SPANS = [SPANS[2]] as const

/** Minimum letters of a prefix; shorter ones match about half of all words. */
const LEAST_LETTERS = 3

/**
 * Returns the words of the unstemmed query that may be searched as prefixes. None when the query has phrases or negated
 * groups, which are searched literally.
 */
export function beginningsOf(plain: string): string[] {
  if (NEIGHBOURS.test(plain) || plain.includes('!(')) return []
  const words = [...plain.matchAll(WORD)].filter(([, unwanted]) => !unwanted).map(([, , word = '']) => word)
  return [...new Set(words.filter((word) => word.length >= LEAST_LETTERS))]
}

const WORD = /(!\s*)?'((?:[^'\\]|''|\\.)*)'/gu

/** Returns the plain query with each word as prefix or stem; `stems` maps the words as they appear in it. */
export function withBeginnings(plain: string, stems: ReadonlyMap<string, string>): string {
  return plain.replaceAll(WORD, (whole, unwanted: string | undefined, word: string) => {
    const stemmed = stems.get(word)
    if (unwanted || stemmed === undefined) return whole
    return stemmed === '' ? `'${word}':*` : `( '${word}':* | ${stemmed} )`
  })
}

/** Returns a query that any word of this one fulfils, without the unwanted ones. */
export function anyOf(words: string): string {
  const wanted = [...words.matchAll(WORD)].filter(([, unwanted]) => !unwanted)
  const terms = wanted.map(
    ({ 0: word, index }) => word + (words.startsWith(':*', index + word.length) ? ':*' : ''),
  )
  return [...new Set(terms)].join(' | ')
}

/** Returns a word of a query as the user typed it. */
export const plainWord = (word: string): string => word.replaceAll("''", "'").replaceAll(/\\(.)/g, '$1')

/** Whether the query has phrases, so that candidates must be filtered. */
export function isSieved(words: string): boolean {
  return NEIGHBOURS.test(words)
}

const NEIGHBOURS = /<(?:-|\d+)>/
const UNWANTED_NEIGHBOURS = /!\( [^()]*<(?:-|\d+)>[^()]* \)/g

/** Replaces phrases by AND, which the index can answer. The result is never stricter than the words. */
function candidatesOf(words: string): string {
  return words.replace(UNWANTED_NEIGHBOURS, `!'${MARK}'`).replaceAll(new RegExp(NEIGHBOURS, 'g'), '&')
}

function quoted(mark: string): string {
  return `'${mark}'`
}

const BEGINNING = new RegExp(`[${UNSPACED}]{2,}|[\\p{L}\\p{N}]{3,}`, 'gu')

/** Returns lower-case prefixes of the typed words, to find the part of a long text to quote; those with accents also without. */
export function beginnings(typed: string): string[] {
  const words = typed.toLowerCase().match(BEGINNING) ?? []
  const prefixes = words.map((word) => word.slice(0, Math.max(3, word.length - 2)))
  return [...new Set(prefixes.flatMap((prefix) => [prefix, folded(prefix)]))].slice(0, 20)
}

/** Delimiters of a match in quotes from the database: characters that texts do not contain. */
export const BEGIN_MATCH = '\u0002'
export const END_MATCH = '\u0003'
/** Stands around each letter of a script without spaces in quotes from the database. */
export const BETWEEN = '\u0004'

/** Splits messages into batches of at most `most` characters; a longer one is a batch of its own. */
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

const MARKED_LETTER = new RegExp(`${BEGIN_MATCH}([${UNSPACED}])${END_MATCH}`, 'gu')

/** Marks what was typed in scripts without spaces as a whole, where the database marked each of its letters. */
function markedRuns(quote: string, runs: readonly string[]): string {
  if (!quote.includes(BETWEEN)) return quote
  const text = quote.replaceAll(MARKED_LETTER, '$1').replaceAll(BETWEEN, '')
  // A part of another one would be marked inside its mark.
  const longest = runs.filter((run) => !runs.some((other) => other !== run && other.includes(run)))
  return longest.reduce((marked, run) => marked.replaceAll(run, `${BEGIN_MATCH}${run}${END_MATCH}`), text)
}

/** Formats a quote for the response: without Markdown, on one line, with `[[` and `]]` of the text itself escaped. */
export function toHighlight(quote: string, runs: readonly string[]): string {
  return withoutMarks(markedRuns(quote, runs))
    .replaceAll('[[', '[ [')
    .replaceAll(']]', '] ]')
    .replaceAll(BEGIN_MATCH, '[[')
    .replaceAll(END_MATCH, ']]')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Removes the Markdown syntax of headings, lists, quotes, tables, emphasis, code, links and pictures, in one pass per line.
 * A quote may begin and end inside any of them.
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
    .split('\n')
    .map(withoutPipes)
    .join('\n')
    .replaceAll(/\s\|\s/g, ' · ')
}

/** Returns a row of a table without the pipes at its ends. */
function withoutPipes(line: string): string {
  const row = line.trim()
  const [start, end] = [
    row.startsWith('|') ? 1 : 0,
    row.length > 1 && row.endsWith('|') ? row.length - 1 : row.length,
  ]
  return end - start === row.length ? line : row.slice(start, end)
}

/** Sorts the best results first. Matching names rank above mentions, but leave at least half of the places to messages. */
export function bestFirst(names: readonly Find[], messages: readonly Find[], limit: number): Find[] {
  const places = Math.max(limit - messages.length, Math.ceil(limit / 2))
  return [...names.slice(0, places), ...messages]
    .toSorted((a, b) => b.rank - a.rank || b.created.localeCompare(a.created))
    .slice(0, limit)
}
