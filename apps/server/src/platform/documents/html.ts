// HTML made safe for libraries whose time grows with the square of the nesting.

/** Elements inside each other; deeper ones lose their tags and keep their text. Pages of people stay below 50. */
const DEEPEST = 100

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'xmp', 'template'])
const DROPPED = new Set(['script', 'style', 'noscript', 'iframe', 'template'])
/** Elements that end another one which is still open, as people leave their end tags out. */
const ENDS: Readonly<Record<string, ReadonlySet<string>>> = {
  p: new Set(['p']),
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  td: new Set(['td', 'th']),
  th: new Set(['td', 'th']),
  tr: new Set(['td', 'th', 'tr']),
  option: new Set(['option']),
}

/** HTML of limited depth, without scripts, and in how many pieces (tags and texts between) it comes. */
export interface Shallow {
  readonly html: string
  readonly pieces: number
}

/** Closes, drops and counts tags in one pass over the text, so that its time grows with its length and nothing else. */
export function shallow(html: string): Shallow {
  const out: string[] = []
  const open: string[] = []
  let at = 0
  for (;;) {
    const start = html.indexOf('<', at)
    if (start < 0) break
    out.push(html.slice(at, start))
    const tag = tagAt(html, start)
    at = tag.end
    if (tag.kind === 'text') out.push('&lt;')
    else if (tag.kind === 'end') close(open, tag.name, out)
    else if (tag.kind === 'start') {
      if (RAW.has(tag.name)) at = rawEnd(html, tag, out)
      else begin(open, tag.name, html.slice(start, tag.end), out)
    }
  }
  out.push(html.slice(at))
  while (open.length) out.push(`</${open.pop()}>`)
  return { html: out.join(''), pieces: out.length }
}

interface Tag {
  readonly kind: 'start' | 'end' | 'text' | 'nothing'
  readonly name: string
  readonly end: number
}

/** What stands at a `<`. A tag without its end takes the rest of the text, as in browsers. */
function tagAt(html: string, start: number): Tag {
  if (html.startsWith('<!--', start)) return { kind: 'nothing', name: '', end: after(html, '-->', start + 4) }
  if (html[start + 1] === '!' || html[start + 1] === '?')
    return { kind: 'nothing', name: '', end: after(html, '>', start + 1) }
  NAME.lastIndex = start
  const [whole, slash, name] = NAME.exec(html) ?? []
  if (whole === undefined) return { kind: 'text', name: '', end: start + 1 }
  return {
    kind: slash ? 'end' : 'start',
    name: (name ?? '').toLowerCase(),
    end: after(html, '>', start + whole.length),
  }
}

const NAME = /<(\/?)([a-z][a-z0-9:-]{0,40})/iy

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}

/** Writes an element whose content is text for HTML, or leaves it out; returns where it ends. */
function rawEnd(html: string, tag: Tag, out: string[]): number {
  const closing = new RegExp(`</${tag.name}`, 'gi')
  closing.lastIndex = tag.end
  const found = closing.exec(html)
  const textEnd = found ? found.index : html.length
  if (!DROPPED.has(tag.name)) out.push(`<${tag.name}>`, html.slice(tag.end, textEnd), `</${tag.name}>`)
  return found ? after(html, '>', textEnd) : html.length
}

function begin(open: string[], name: string, tag: string, out: string[]): void {
  const ends = Object.hasOwn(ENDS, name) ? ENDS[name] : undefined
  for (let top = open.at(-1); top !== undefined && ends?.has(top); top = open.at(-1))
    out.push(`</${open.pop()}>`)
  if (VOID.has(name)) out.push(tag)
  else if (open.length >= DEEPEST || DROPPED.has(name)) out.push(' ')
  else {
    open.push(name)
    out.push(tag)
  }
}

function close(open: string[], name: string, out: string[]): void {
  const depth = open.lastIndexOf(name)
  if (depth < 0) return
  while (open.length > depth) out.push(`</${open.pop()}>`)
}
