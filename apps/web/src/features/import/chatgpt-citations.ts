// Citations in answers of ChatGPT: marks in the text whose addresses are in the message's metadata. Pure.
import { asList, asText, isRecord } from '#lib/json.ts'
import { linkOf } from './markup.ts'

type Fields = Record<string, unknown>

/** `cite`, `filecite`, `entity` … between private characters, since 2025. */
const MARK = /\ue200([^\ue200\ue201]*)\ue201/g
/** The older mark: a number and a title between lenticular brackets. */
const OLD_MARK = /【\d{1,6}(?::\d{1,6})?†[^【】]{0,500}】/g

/** Returns the text with its citations as links; those without an address vanish. */
export function withLinks(text: string, metadata: Fields): string {
  const hasNew = text.includes('\ue200')
  const hasOld = text.includes('【')
  if (!hasNew && !hasOld) return text
  const references = linksOf(metadata['content_references'])
  const linked = hasOld ? withOldLinks(text, asList(metadata['citations'])) : text
  return linked
    .replaceAll(MARK, (mark, inner: string, at: number) =>
      placed(linked, at, references.get(mark) ?? nameIn(inner)),
    )
    .replaceAll(OLD_MARK, (mark, at: number) => placed(linked, at, references.get(mark) ?? ''))
    .replaceAll(/[\ue200-\ue206]/g, '')
}

/** A blank separates a link from the word before it. */
const placed = (text: string, at: number, link: string): string =>
  link.startsWith('(') && at > 0 && /\S/.test(text[at - 1] ?? '') ? ` ${link}` : link

/** Returns what to show for each mark. */
function linksOf(references: unknown): Map<string, string> {
  const links = new Map<string, string>()
  for (const reference of asList(references)) {
    const mark = asText(reference['matched_text'])
    if (mark.startsWith('\ue200') || mark.startsWith('【')) links.set(mark, shown(reference))
  }
  return links
}

function shown(reference: Fields): string {
  const pages = [...asList(reference['items']), reference, ...asList(reference['fallback_items'])]
  const links = pages.flatMap((page) => {
    const url = asText(page['url'])
    return linkOf(url, asText(page['attribution']) || asText(page['title'])) ?? []
  })
  if (links.length > 0) return `(${[...new Set(links)].join(', ')})`
  const name = asText(reference['name'])
  if (name === '' || asText(reference['type']) === 'hidden') return ''
  return asText(reference['type']) === 'file' ? `(${name})` : name
}

/** Returns the name in a mark such as `entity`, which stands for a word of the sentence. */
function nameIn(inner: string): string {
  const [kind, data = ''] = inner.split('\ue202')
  if (kind !== 'entity') return ''
  try {
    const read: unknown = JSON.parse(data)
    return Array.isArray(read) ? asText(read[1]) : ''
  } catch {
    return ''
  }
}

/** Replaces the marks that the citations name by their places, which count characters and not units of UTF-16. */
function withOldLinks(text: string, citations: readonly Fields[]): string {
  if (citations.length === 0) return text
  const letters = Array.from(text)
  const places = citations
    .map((citation) => ({ from: Number(citation['start_ix']), to: Number(citation['end_ix']), citation }))
    .filter(({ from, to }) => letters[from] === '【' && letters[to - 1] === '】' && to > from)
    .sort((one, other) => one.from - other.from)
  let result = ''
  let at = 0
  for (const { from, to, citation } of places) {
    if (from < at) continue
    const page = isRecord(citation['metadata']) ? citation['metadata'] : {}
    const link = linkOf(asText(page['url']), asText(page['title']))
    result += letters.slice(at, from).join('')
    if (link) result += placed(result, result.length, `(${link})`)
    at = to
  }
  return result + letters.slice(at).join('')
}
