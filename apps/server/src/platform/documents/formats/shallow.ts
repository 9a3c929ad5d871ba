// Limits the nesting of HTML for libraries whose time grows with the square of it.

/** The maximum nesting; deeper elements lose their tags and keep their text. Ordinary pages stay below 50. */
const DEEPEST = 100

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'xmp', 'template'])
const DROPPED = new Set(['script', 'style', 'noscript', 'iframe', 'template'])
/** Parts of a page that the parser takes for its only ones wherever they stand; browsers ignore them at wrong places. */
const FRAME = new Set(['html', 'head', 'body'])
/** Elements that implicitly close another open one, since authors omit end tags. */
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

/** HTML of limited depth as the content of a body, without scripts, and its number of tags and texts. */
export interface Shallow {
  readonly html: string
  readonly pieces: number
}

/** Closes, drops and counts tags in one pass, so that the time is linear in the length. In XML “<p/>” is an empty element. */
export function shallow(html: string, isXml = false): Shallow {
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
    else if (FRAME.has(tag.name)) out.push(' ')
    else if (tag.kind === 'end') close(open, tag.name, out)
    else if (tag.kind === 'start') {
      if (isXml && html[tag.end - 2] === '/' && !VOID.has(tag.name))
        out.push(emptied(html.slice(start, tag.end), tag.name))
      else if (RAW.has(tag.name)) at = rawEnd(html, tag, out)
      else begin(open, tag.name, html.slice(start, tag.end), out)
    }
  }
  out.push(html.slice(at))
  while (open.length) out.push(`</${open.pop()}>`)
  return { html: out.join(''), pieces: out.length }
}

/** An element of XML that ends where it begins. */
const emptied = (tag: string, name: string) => (DROPPED.has(name) ? '' : `${tag.slice(0, -2)}></${name}>`)

interface Tag {
  readonly kind: 'start' | 'end' | 'text' | 'nothing'
  readonly name: string
  readonly end: number
}

/** Parses the tag at a `<`. An unterminated tag takes the rest of the text, as in browsers. */
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

/** Copies or drops an element whose content is raw text; returns its end. */
function rawEnd(html: string, tag: Tag, out: string[]): number {
  const closing = /<\/([a-z][a-z0-9:-]{0,40})/gi
  closing.lastIndex = tag.end
  let found = closing.exec(html)
  while (found && !found[1]?.toLowerCase().startsWith(tag.name)) found = closing.exec(html)
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
