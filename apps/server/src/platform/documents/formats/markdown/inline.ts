// The inline marks of Markdown as plain text, in one pass: libraries need quadratic time for “**a**a**a”.
import { Emphasis } from './emphasis.ts'
import { linkEnd } from './link-end.ts'

/** Names in lower case of the links that the document defines: “[name]: address”. */
export type Defined = ReadonlySet<string>

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  laquo: '«',
  raquo: '»',
  euro: '€',
  deg: '°',
  times: '×',
}
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/iy
const TAG = /<(\/?)([a-z][a-z\d-]{0,20})((?:\s[^<>]{0,1000})?)\/?>/iy
const ADDRESS = /<((?:https?:|mailto:)?[^\s<>]{1,500}[@.:/][^\s<>]{1,500})>/iy
const INLINE_TAGS = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Cells of tables have lists and paragraphs only as tags. */
const LINE_TAGS = new Set('br li p ul ol dt dd'.split(' '))
const ESCAPED = /[!-/:-@[-`{-~]/

/** Returns a paragraph, a heading or a cell without marks. */
export function plainInline(text: string, defined: Defined): string {
  return MARKED.test(text) ? new Inline(text, defined).read() : text
}

const MARKED = /[\\`*_~[\]<&]/

class Inline {
  readonly #text: string
  readonly #defined: Defined
  readonly #out = new Emphasis()
  /** Where each “[” is in the output, and whether it begins a picture. */
  readonly #brackets: { readonly at: number; readonly isPicture: boolean; readonly from: number }[] = []
  readonly #codeEnds: ReadonlyMap<number, readonly number[]>

  constructor(text: string, defined: Defined) {
    this.#text = text
    this.#defined = defined
    this.#codeEnds = backQuotes(text)
  }

  read(): string {
    const text = this.#text
    for (let at = 0; at < text.length;) at = this.#step(text[at] ?? '', at)
    return this.#out.end()
  }

  /** Reads at a character; returns where to go on. */
  #step(sign: string, at: number): number {
    const next = this.#text[at + 1] ?? ''
    if (sign === '\\' && next !== '' && ESCAPED.test(next)) return this.#put(next, at + 2)
    if (sign === '`') return this.#code(at)
    if (sign === '*' || sign === '_' || sign === '~') return this.#marks(sign, at)
    if (sign === '!' && next === '[') return this.#open(at, 2)
    if (sign === '[') return this.#open(at, 1)
    if (sign === ']') return this.#close(at)
    if (sign === '<') return this.#tag(at)
    if (sign === '&') return this.#entity(at)
    return this.#put(sign, at + 1)
  }

  #put(text: string, next: number): number {
    this.#out.put(text)
    return next
  }

  #code(at: number): number {
    const length = runAt(this.#text, at, '`')
    const ends = this.#codeEnds.get(length) ?? []
    const end = firstFrom(ends, at + length)
    if (end === undefined) return this.#put(this.#text.slice(at, at + length), at + length)
    const code = this.#text.slice(at + length, end)
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    return this.#put(isPadded ? code.slice(1, -1) : code, end + length)
  }

  #marks(sign: string, at: number): number {
    const length = runAt(this.#text, at, sign)
    const before = this.#text[at - 1] ?? ' '
    const after = this.#text[at + length] ?? ' '
    this.#out.mark(sign, length, before, after)
    return at + length
  }

  #open(at: number, length: 1 | 2): number {
    FOOTNOTE.lastIndex = at
    const [whole, name] = FOOTNOTE.exec(this.#text) ?? []
    if (whole !== undefined) return this.#put(`[${name}]`, at + whole.length)
    this.#brackets.push({ at: this.#out.length, isPicture: length === 2, from: at + length })
    return this.#put(this.#text.slice(at, at + length), at + length)
  }

  /** Takes the marks of a link away: its text stays. */
  #close(at: number): number {
    const bracket = this.#brackets.pop()
    if (!bracket) return this.#put(']', at + 1)
    const label = this.#text.slice(bracket.from, Math.min(at, bracket.from + 200))
    const end = linkEnd(this.#text, at + 1) ?? this.#referenceEnd(label, at + 1)
    if (end === undefined) return this.#put(']', at + 1)
    this.#out.replace(bracket.at, '')
    return end
  }

  /** Returns the end of “[text][name]” and of a name that the document defines. */
  #referenceEnd(label: string, at: number): number | undefined {
    const [whole, name] = this.#text[at] === '[' ? (REFERENCE.exec(this.#text.slice(at, at + 210)) ?? []) : []
    if (whole !== undefined && this.#defined.has((name || label).trim().toLowerCase()))
      return at + whole.length
    return this.#defined.has(label.trim().toLowerCase()) ? at : undefined
  }

  #tag(at: number): number {
    ADDRESS.lastIndex = at
    const address = ADDRESS.exec(this.#text)
    TAG.lastIndex = at
    const tag = TAG.exec(this.#text)
    if (tag) {
      const name = (tag[2] ?? '').toLowerCase()
      const alt = name === 'img' ? /\salt\s?=\s?["']([^"']{0,500})["']/i.exec(tag[3] ?? '')?.[1] : undefined
      const instead = LINE_TAGS.has(name) ? '\n' : INLINE_TAGS.has(name) ? '' : ' '
      return this.#put(alt ?? instead, at + tag[0].length)
    }
    if (address) return this.#put((address[1] ?? '').replace(/^mailto:/i, ''), at + address[0].length)
    return this.#put('<', at + 1)
  }

  #entity(at: number): number {
    ENTITY.lastIndex = at
    const [whole, decimal, hex, name] = ENTITY.exec(this.#text) ?? []
    if (whole === undefined) return this.#put('&', at + 1)
    const point = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    const known = Object.hasOwn(ENTITIES, name ?? '') ? ENTITIES[name ?? ''] : undefined
    const isPoint = name === undefined && point > 0 && point <= 0x10ffff
    return this.#put(known ?? (isPoint ? String.fromCodePoint(point) : whole), at + whole.length)
  }
}

const FOOTNOTE = /\[\^([^\]\s]{1,100})\]/y
const REFERENCE = /^\[([^\]\n]{0,200})\]/

function runAt(text: string, at: number, sign: string): number {
  let end = at
  while (text[end] === sign) end++
  return end - at
}

/** Returns where the runs of back quotes of each length are. */
function backQuotes(text: string): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (let at = text.indexOf('`'); at >= 0;) {
    const length = runAt(text, at, '`')
    const places = found.get(length)
    if (places) places.push(at)
    else found.set(length, [at])
    at = text.indexOf('`', at + length)
  }
  return found
}

/** Returns the first number of a sorted list from a place on. */
function firstFrom(sorted: readonly number[], from: number): number | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return sorted[low]
}
