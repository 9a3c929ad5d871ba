// Separates the text of Markdown from parts that are not translated: fences, markers of lists and headings, table borders.
import { cut } from './cut.ts'
import { hasWords, type TextPart } from './protect.ts'

const FENCE = /^[\s>]*(`{3,}|~{3,})/
/** Quotes, then a heading, a list item with or without a box, or a number. */
const MARKERS = /^\s*(?:>\s*)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?/

/** Splits a text into code fences, which are not translated, and the text between them. */
export function splitFences(text: string): TextPart[] {
  const parts: TextPart[] = []
  let open: string | undefined
  let lines = ''
  const push = (sent: boolean) => {
    if (lines !== '') parts.push({ text: lines, sent })
    lines = ''
  }
  for (const line of text.split(/(?<=\n)/)) {
    const fence = FENCE.exec(line)?.[1]
    if (open === undefined && fence !== undefined) {
      push(true)
      open = fence
      lines = line
      continue
    }
    lines += line
    if (open !== undefined && fence?.startsWith(open) && line.replace(FENCE, '').trim() === '') {
      push(false)
      open = undefined
    }
  }
  push(open === undefined)
  return parts
}

/** Splits a text into blocks of at most `limit` characters for a translator that keeps Markdown. */
export function blocksOf(text: string, limit: number): TextPart[] {
  return splitFences(text).flatMap((part) =>
    part.sent ? cut(part.text, limit).flatMap((block) => trimmed(block)) : [part],
  )
}

/** Splits a text into paragraphs, headings, list items and cells, for a translator that does not know Markdown. */
export function unitsOf(text: string): TextPart[] {
  return splitFences(text).flatMap((part) => (part.sent ? unitsOfProse(part.text) : [part]))
}

function unitsOfProse(prose: string): TextPart[] {
  const parts: TextPart[] = []
  let plain = ''
  const flush = () => {
    parts.push(...trimmed(plain))
    plain = ''
  }
  for (const line of prose.split(/(?<=\n)/)) {
    const marker = MARKERS.exec(line)?.[0] ?? ''
    if (line.trimStart().startsWith('|')) {
      flush()
      parts.push(...line.split(/(?<!\\)(\|)/).flatMap((cell) => trimmed(cell)))
    } else if (marker.trim() !== '' || line.trim() === '') {
      flush()
      parts.push({ text: marker, sent: false })
      plain = line.slice(marker.length)
    } else plain += line
  }
  flush()
  return parts.filter((part) => part.text !== '')
}

/** Separates the white space around a text, and leaves a text without words unchanged. */
function trimmed(text: string): TextPart[] {
  if (!hasWords(text)) return text === '' ? [] : [{ text, sent: false }]
  const body = text.trim()
  const start = text.indexOf(body)
  const parts = [
    { text: text.slice(0, start), sent: false },
    { text: body, sent: true },
    { text: text.slice(start + body.length), sent: false },
  ]
  return parts.filter((part) => part.text !== '')
}
