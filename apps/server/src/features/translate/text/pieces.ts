// Translates the units of a text with a service that knows neither Markdown nor placeholders.
import { cut } from './cut.ts'
import { unitsOf } from './markdown.ts'
import { around, hasWords, isFaithful, mask, unmask, type TextPart } from './protect.ts'

/** Translates plain texts, in the same order. */
export type Send = (texts: readonly string[]) => Promise<readonly string[]>

/** Translates Markdown in units of at most `limit` characters. Restores the protected parts, and checks them. */
export async function translateUnits(text: string, limit: number, send: Send): Promise<string> {
  return joined(unitsOf(text), (units) => translateMasked(units, limit, send))
}

/** Translates units with marks. If marks come back wrong, translates the unit again, cut at its protected parts. */
async function translateMasked(units: readonly string[], limit: number, send: Send): Promise<string[]> {
  const masked = units.map(mask)
  const translated = await sendCut(
    masked.map((one) => one.text),
    limit,
    send,
  )
  const restored = units.map((unit, index) => {
    const whole = unmask(translated[index] ?? '', masked[index]?.kept ?? [])
    return whole !== undefined && isFaithful(unit, whole) ? whole : undefined
  })
  const failed = units.filter((_, index) => restored[index] === undefined)
  if (failed.length === 0) return restored as string[]
  const again = failed.map((unit) =>
    around(unit).flatMap((part) =>
      part.sent && hasWords(part.text) ? spaced(part.text) : { ...part, sent: false },
    ),
  )
  const texts = await sendCut(
    again.flatMap((parts) => parts.filter((part) => part.sent).map((part) => part.text)),
    limit,
    send,
  )
  const rest = texts.values()
  const repaired = again
    .map((parts) => parts.map((part) => (part.sent ? (rest.next().value ?? '') : part.text)).join(''))
    .values()
  return restored.map((whole) => whole ?? repaired.next().value ?? '')
}

function spaced(text: string): TextPart[] {
  // An expression would need quadratic time for many blanks.
  const start = text.length - text.trimStart().length
  const end = Math.max(start, text.trimEnd().length)
  return [
    { text: text.slice(0, start), sent: false },
    { text: text.slice(start, end), sent: true },
    { text: text.slice(end), sent: false },
  ]
}

/** Sends texts in pieces below the limit. */
async function sendCut(texts: readonly string[], limit: number, send: Send): Promise<string[]> {
  const whole: string[] = []
  const pieces = texts.map((text) => cut(text, limit))
  const parts = pieces.flat().flatMap(spaced)
  const sent = await send(parts.filter((part) => part.sent).map((part) => part.text))
  const rest = sent.values()
  const translated = parts.map((part) => (part.sent ? (rest.next().value ?? '') : part.text)).values()
  for (const list of pieces) {
    let text = ''
    for (let left = list.length * 3; left > 0; left--) text += translated.next().value ?? ''
    whole.push(text)
  }
  return whole
}

/** Replaces the sent parts by their translations. */
export async function joined(
  parts: readonly TextPart[],
  translate: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<string> {
  const texts = parts.filter((part) => part.sent).map((part) => part.text)
  const translations = (texts.length === 0 ? [] : await translate(texts)).values()
  return parts.map((part) => (part.sent ? (translations.next().value ?? '') : part.text)).join('')
}
