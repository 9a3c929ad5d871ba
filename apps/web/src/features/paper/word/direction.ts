// Text that is written from right to left, such as Arabic and Hebrew, has runs of its own in Word.
const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff'
const IS_RTL = new RegExp(`[${RTL}]`)
/** A stretch from its first letter to its last, with what is between them. */
const STRETCHES = new RegExp(
  `[${RTL}](?:[^\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]*[${RTL}])?`,
  'gu',
)

export interface Part {
  part: string
  rtl: boolean
}

/** Splits a text by its directions. */
export function directed(text: string): Part[] {
  if (!IS_RTL.test(text)) return [{ part: text, rtl: false }]
  const parts: Part[] = []
  let at = 0
  for (const found of text.matchAll(STRETCHES)) {
    if (found.index > at) parts.push({ part: text.slice(at, found.index), rtl: false })
    parts.push({ part: found[0], rtl: true })
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push({ part: text.slice(at), rtl: false })
  return parts
}

/** Whether the first letter of a text is written from right to left. */
export const isRightToLeft = (text: string): boolean => IS_RTL.test(/\p{L}/u.exec(text)?.[0] ?? '')
