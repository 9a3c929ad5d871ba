// Markdown of answers as DOM nodes. Answers are untrusted: a text can only create the elements named here. Needs time in
// proportion to the text: what a mark encloses and how deep blocks nest is bounded.
import { block, h, link, type Part } from './dom.ts'

const ITEM = /^( *)([-*+]|\d{1,9}[.)]) +(.*)/
const BREAKS = /^ *(```|~~~|#{1,6} |>|[-*+] |1[.)] )/
/** What is being written at the end of a text and may become a mark. */
const UNCLEAR = /(^|\n) *([-*+=_>#`|]{1,6}|\d+[.)]?) ?$| ?!?\[[^\]\n]{0,200}(\]\(?[^)\s]{0,300})?$/
const DEEPEST = 6

/** Returns what a citation shows; undefined for a number without a source. */
type Cite = (number: number) => Node | undefined

// Of the text that is being read: one at a time.
let isOpen: boolean
let cite: Cite

/** Returns the blocks of a text. `open`: more of it follows, so that an unfinished mark at its end counts as finished. */
export function markdown(text: string, open: boolean, citation: Cite): Node[] {
  isOpen = open
  cite = citation
  return blocks((open ? text.replace(UNCLEAR, '') : text).replaceAll('\t', '    ').split(/\r?\n/), DEEPEST)
}

type Belongs = (line: string, next: string, before: string) => unknown

function blocks(lines: string[], depth: number): Node[] {
  const out: Node[] = []
  let at = 0
  /** Takes the line and those after it that belong to it. */
  const take = (belongs: Belongs): string[] => {
    const from = at
    do at += 1
    while (at < lines.length && belongs(lines[at] ?? '', lines[at + 1] ?? '', lines[at - 1] ?? ''))
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [, fence, level, title = '', quote] = /^ *(?:(```|~~~)|(#{1,6}) +(.*)|(>))/.exec(line) ?? []
    const item = depth && ITEM.exec(line)
    if (fence) {
      const code = take((next) => !next.trim().startsWith(fence)).slice(1)
      at += 1
      out.push(h('pre', '', { tabIndex: 0 }, h('code', '', code.join('\n'))))
    } else if (level) {
      at += 1
      out.push(block(`h${Math.min(6, level.length + 2)}`, '', ...inline(title)))
    } else if (/^ *([-*_])( ?\1){2,}$/.test(line)) {
      at += 1
      out.push(h('hr', ''))
    } else if (depth && quote) {
      const inner = take((next) => /^ *>/.test(next)).map((one) => one.replace(/^ *> ?/, ''))
      out.push(h('blockquote', '', ...blocks(inner, depth - 1)))
    } else if (item) out.push(list(item, take, depth))
    else if (isTable(line, lines[at + 1])) out.push(table(take((next) => next.includes('|'))))
    else if (line.trim()) {
      const words = take((next) => next.trim() && !BREAKS.test(next)).map((one) => one.trim())
      out.push(block('p', '', ...inline(words.join('\n'))))
    } else at += 1
  }
  return out
}

function list(
  [, indent = '', mark = '']: RegExpExecArray,
  take: (belongs: Belongs) => string[],
  depth: number,
): Node {
  const width = indent.length + 2
  const isNumbered = mark.length > 1
  const wordsOf = (line: string): string | undefined => {
    const [, before = '', its = '', words] = ITEM.exec(line) ?? []
    return before.length < width && its.length > 1 === isNumbered ? words : undefined
  }
  const isMore = (line: string): boolean => line.search(/\S/) >= width || wordsOf(line) !== undefined
  const items: string[][] = []
  const rows = take((line, next, before) =>
    line.trim() ? isMore(line) || (before.trim() && !BREAKS.test(line)) : isMore(next),
  )
  for (const line of rows) {
    const words = wordsOf(line)
    if (words === undefined)
      items.at(-1)?.push(line.slice(Math.min(width + mark.length - 1, line.search(/\S|$/))))
    else items.push([words])
  }
  const made = isNumbered ? h('ol', '', { start: parseInt(mark, 10) }) : h('ul', '')
  for (const inner of items) {
    const [first, ...rest] = blocks(inner, depth - 1)
    // The words of an item stand in it without a paragraph.
    const words = first?.nodeName === 'P' ? first.childNodes : first ? [first] : []
    made.append(block('li', '', ...words, ...rest))
  }
  return made
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)

/** While its second line is being written, a row in bars is the head of a table. */
const isTable = (line: string, next?: string): boolean =>
  line.includes('|') &&
  cells(line).length < 99 &&
  (next === undefined
    ? isOpen
    : next.includes('-') && !/[^-:| ]/.test(next) && cells(next).length === cells(line).length)

function table([head = '', , ...body]: string[]): Node {
  const row = (line: string, name: string): Node =>
    h('tr', '', ...cells(line).map((cell) => block(name, '', ...inline(cell.trim()))))
  return h('table', '', { tabIndex: 0 }, row(head, 'th'), ...body.map((line) => row(line, 'td')))
}

/** An escape, code, a link or picture, a citation, a bare address, emphasis, or the end of a line. */
const MARKS =
  /\\([!-/:-@[-`{-~])|(`{1,3})([^]{1,2000}?)\2|(!?)\[([^[\]]{0,1000})\]\(<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\))?)>?(?: "[^"]{0,300}")?\)| ?\[(\d{1,3}(?:, ?\d{1,3}){0,9})\]|((?:https?:\/\/|mailto:)[^\s<>"`]{1,2000})|(\*\*?|~~|(?<![\p{L}\d])__?)(?=\S)([^]{1,1000}?)(?<=\S)\9(?![*]|(?<=_)[\p{L}\d])|\n/gu

function inline(source: string): Part[] {
  let text = source
  // What is open at the end of a streamed text is closed there.
  if (isOpen) for (const mark of ['`', '**']) if (text.split(mark).length % 2 === 0) text += mark
  const out: Part[] = []
  let at = 0
  for (const found of text.matchAll(MARKS)) {
    const [all, escaped, , code, image, label = '', place, cited, address, mark, words = ''] = found
    // The end of an address that belongs to the sentence was passed over.
    if (found.index < at) continue
    out.push(text.slice(at, found.index))
    at = found.index + all.length
    if (code) out.push(h('code', '', code))
    else if (place) out.push(labelled(label, place, image))
    else if (cited) {
      const nodes = cited.split(',').map((number) => cite(+number) ?? '')
      out.push(...(nodes.includes('') ? [all] : nodes))
    } else if (address) {
      const url = address.replace(/[.,;:!?'*_~)\]]{1,20}$/, '')
      out.push(link(url, url) ?? url, address.slice(url.length))
    } else if (mark)
      out.push(h(mark === '~~' ? 's' : mark.length > 1 ? 'strong' : 'em', '', ...inline(words)))
    else out.push(escaped ?? h('br', ''))
  }
  return [...out, text.slice(at)]
}

/** A picture is never loaded: its address could tell somebody what was asked. It becomes a link that names its host. */
function labelled(label: string, place: string, image: string | undefined): Part {
  const made = link(place, label)
  if (made && (image || (/\w\.\w/.test(label) && !label.includes(made.title))))
    made.append(` (${made.title})`)
  return made ?? label
}
