// Finds code, web addresses and placeholders, which a translation must not change, in linear time.

/** Inline code, placeholders, marks of our own form, addresses, link targets, and tags of HTML. */
const PROTECTED =
  /``[^\n]+?``|`[^`\n]+`|\{\{[^{}\n]*\}\}|\[\[[^[\]\n]*\]\]|\b(?:https?:\/\/|ftp:\/\/|mailto:|www\.)[^\s<>"`{}]*[^\s<>"`{}.,;:!?)\]'*_]|(?<=\]\()[^()\s]+|<\/?[a-zA-Z][^<>\n]{0,300}>/gi

const MARK = /\[\[\s*(\d{1,6})\s*\]\]/g

/** A text with marks in place of its protected parts. */
export interface Masked {
  readonly text: string
  readonly kept: readonly string[]
}

/** A part of a text, and whether it is translated. */
export interface TextPart {
  readonly text: string
  readonly sent: boolean
}

/** Returns the protected parts of a text, in their order. */
export function protectedIn(text: string): string[] {
  return text.match(PROTECTED) ?? []
}

/** Replaces protected parts by the marks `[[0]]`, `[[1]]`, … */
export function mask(text: string): Masked {
  const kept: string[] = []
  return { text: text.replace(PROTECTED, (found) => `[[${kept.push(found) - 1}]]`), kept }
}

/** Restores the protected parts. Returns undefined unless every mark occurs exactly once. */
export function unmask(text: string, kept: readonly string[]): string | undefined {
  const seen = new Set<number>()
  let strange = false
  const restored = text.replace(MARK, (_, digits: string) => {
    const index = Number(digits)
    strange ||= seen.has(index) || index >= kept.length
    seen.add(index)
    return kept[index] ?? ''
  })
  return strange || seen.size !== kept.length ? undefined : restored
}

/** Splits a text at its protected parts. */
export function around(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(PROTECTED)) {
    parts.push({ text: text.slice(from, index), sent: true }, { text: found, sent: false })
    from = index + found.length
  }
  parts.push({ text: text.slice(from), sent: true })
  return parts.filter((part) => part.text !== '')
}

/** Returns whether a translation has the same protected parts as its source, in any order. */
export function isFaithful(source: string, translation: string): boolean {
  const wanted = protectedIn(source).sort()
  const got = protectedIn(translation).sort()
  return wanted.length === got.length && wanted.every((found, index) => found === got[index])
}

/** Returns whether there is text to translate: a letter outside of the protected parts. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(PROTECTED, ''))
}
