// Writes numbers in the formats of lists.

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const
const MAX_ROMAN = 4_999
const MAX_LETTERS = 520

export function roman(value: number): string {
  if (value < 1 || value > MAX_ROMAN) return String(value)
  let [left, text] = [value, '']
  for (const [worth, letters] of ROMAN)
    while (left >= worth) {
      text += letters
      left -= worth
    }
  return text
}

/** a, b, … z, aa, bb. */
export function letter(value: number, alphabet = 'abcdefghijklmnopqrstuvwxyz'): string {
  if (value < 1 || value > MAX_LETTERS) return String(value)
  const at = (value - 1) % alphabet.length
  return (alphabet[at] ?? '').repeat(Math.ceil(value / alphabet.length))
}

const CYRILLIC = 'абвгдежзиклмнопрстуфхцчшщыэюя'
const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'
const CHINESE = '〇一二三四五六七八九'

function chinese(value: number): string {
  if (value < 1 || value > 99) return String(value)
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  return `${tens > 1 ? CHINESE[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? CHINESE[ones] : ''}`
}

function ordinal(value: number): string {
  const isTeen = value % 100 >= 11 && value % 100 <= 13
  return `${value}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`
}

const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  lowerLetter: letter,
  upperLetter: (value) => letter(value).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (value) => roman(value).toUpperCase(),
  decimalZero: (value) => String(value).padStart(2, '0'),
  ordinal,
  russianLower: (value) => letter(value, CYRILLIC),
  russianUpper: (value) => letter(value, CYRILLIC).toUpperCase(),
  decimalEnclosedCircle: (value) => CIRCLED[value - 1] ?? String(value),
  decimalEnclosedCircleChinese: (value) => CIRCLED[value - 1] ?? String(value),
  decimalEnclosedParen: (value) => `(${value})`,
  decimalEnclosedFullstop: (value) => `${value}.`,
  numberInDash: (value) => `- ${value} -`,
  chineseCounting: chinese,
  chineseCountingThousand: chinese,
  ideographDigital: chinese,
  japaneseCounting: chinese,
  taiwaneseCountingThousand: chinese,
  none: () => '',
}

/** Returns a number in a format of Word; unknown formats are decimal. */
export const formatted = (value: number, format: string): string =>
  (Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined)?.(value) ?? String(value)
