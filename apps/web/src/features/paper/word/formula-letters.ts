// The alphabets of formulas.
import type { Element } from 'hast'
import type { MathRunOptions } from 'docx'

/** Letters whose double-struck, script or fraktur form is older than its alphabet in Unicode, and outside of it. */
const OLDER: Readonly<Record<string, string>> = {
  'double-struck C': 'ℂ',
  'double-struck H': 'ℍ',
  'double-struck N': 'ℕ',
  'double-struck P': 'ℙ',
  'double-struck Q': 'ℚ',
  'double-struck R': 'ℝ',
  'double-struck Z': 'ℤ',
  'script B': 'ℬ',
  'script E': 'ℰ',
  'script F': 'ℱ',
  'script H': 'ℋ',
  'script I': 'ℐ',
  'script L': 'ℒ',
  'script M': 'ℳ',
  'script R': 'ℛ',
  'fraktur C': 'ℭ',
  'fraktur H': 'ℌ',
  'fraktur I': 'ℑ',
  'fraktur R': 'ℜ',
  'fraktur Z': 'ℨ',
}
/** The code of the letter A in each alphabet; `a` is 26 further. */
const ALPHABETS: Readonly<Record<string, number>> = {
  'double-struck': 0x1d538,
  script: 0x1d49c,
  fraktur: 0x1d504,
  'bold-fraktur': 0x1d56c,
}

function inAlphabet(letter: string, variant: string): string {
  const start = ALPHABETS[variant]
  const older = OLDER[`${variant} ${letter}`]
  if (older || start === undefined || !/^[A-Za-z]$/.test(letter)) return older ?? letter
  const place = letter >= 'a' ? letter.charCodeAt(0) - 97 + 26 : letter.charCodeAt(0) - 65
  return String.fromCodePoint(start + place)
}

/** Returns the run of a letter, number or operator. Word draws letters in italic by itself. */
export function styleOf(text: string, node: Element): MathRunOptions {
  const variant = String(node.properties['mathvariant'] ?? '')
  if (variant in ALPHABETS)
    return { text: Array.from(text, (one) => inAlphabet(one, variant)).join(''), style: 'plain' }
  const script = variant.includes('sans-serif')
    ? 'sansSerif'
    : variant === 'monospace'
      ? 'monospace'
      : undefined
  const bold = variant.includes('bold')
  const italic = variant.includes('italic')
  // Names of functions are upright; as text, or LibreOffice reads “sup” as a command.
  if (node.tagName === 'mi' && Array.from(text).length > 1 && !bold) return { text, normalText: true }
  const upright = variant === 'normal'
  const style = bold ? (italic ? 'boldItalic' : 'bold') : upright ? 'plain' : italic ? 'italic' : undefined
  return { text, ...(style && { style }), ...(script && { script }) }
}

const COMBINING: Readonly<Record<string, string>> = {
  '¨': '\u0308',
  '´': '\u0301',
  ˊ: '\u0301',
  '`': '\u0300',
  ˋ: '\u0300',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˚': '\u030a',
  ˇ: '\u030c',
}

/** Returns a letter of a text in a formula with its accent: KaTeX writes “ü” as two. */
export function letters(base: string, accent: string): string | undefined {
  const mark = COMBINING[accent]
  return mark === undefined || base === '' ? undefined : (base + mark).normalize('NFC')
}
