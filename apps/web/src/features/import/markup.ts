// Writes Markdown from parts of exports, and reads marks in their texts. Pure.

/** A text within marks: their attributes, as written, and the text between them. */
export interface Marked {
  attributes: string
  body: string
}

/**
 * Replaces each text between an opening mark that begins with `open` and ends with `>`, and the closing mark. In one pass;
 * what is not closed stays.
 */
export function replaceMarked(
  text: string,
  { open, close }: { open: string; close: string },
  by: (marked: Marked) => string,
): string {
  let result = ''
  let at = 0
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, at)) {
    const begin = text.indexOf('>', start)
    const end = begin < 0 ? -1 : text.indexOf(close, begin)
    if (end < 0) break
    const attributes = text.slice(start + open.length, begin)
    result += text.slice(at, start) + by({ attributes, body: text.slice(begin + 1, end) })
    at = end + close.length
  }
  return result + text.slice(at)
}

/** Returns the value of an attribute, as `title="…"` has it; empty if there is none. */
export function attributeOf(attributes: string, name: string): string {
  const start = ` ${attributes}`.indexOf(` ${name}="`)
  if (start < 0) return ''
  return attributes.slice(start + name.length + 2).split('"', 1)[0] ?? ''
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#x27': "'",
  '#39': "'",
}

export const unescaped = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|#x27|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** Returns a code block; its fence is longer than every run of backticks in the text. */
export function codeBlock(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+#.-]{1,30}$/.test(language) ? language : ''}\n${text}\n${fence}`
}

/** Returns a document that a chat made beside its text: its title, and its text, as a code block if it is code. */
export function documentOf(title: string, text: string, language: string | undefined): string {
  const head = title ? `**${title.replaceAll(/[*\s]+/g, ' ').trim()}**\n\n` : ''
  return head + (language === undefined ? text : codeBlock(text, language))
}

/** Returns a link for a web address; undefined for any other address. */
export function linkOf(url: string, title: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const label = title
    .replaceAll(/[[\]\\`*_<>\s]+/g, ' ')
    .trim()
    .slice(0, 200)
  return `[${label || hostname}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
