// The values of placeholders. Pure.
import { isBuiltIn, type Placeholder, type PlaceholderType } from '@polylogue/contract/browser'

export type Values = ReadonlyMap<string, string>

/** Values of a checkbox without a text of its own. */
export interface YesAndNo {
  yes: string
  no: string
}

/** Maximum characters of a text file that fills a placeholder. */
export const FILE_LIMIT = 100_000

const CHECKED = ['true', 'yes', 'on', '1', 'checked']
const UNCHECKED = ['false', 'no', 'off', '0', '']

/** Returns the texts of a ticked and an empty checkbox: the written default, or the words for yes and no. */
export function checkboxTexts({ default: written }: Placeholder, { yes, no }: YesAndNo) {
  const isWord = [...CHECKED, ...UNCHECKED].includes(written.toLowerCase())
  return isWord ? { on: yes, off: no } : { on: written, off: '' }
}

type First = (place: Placeholder, words: YesAndNo) => string

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text))

/** The value that a field begins with, where that is not simply the written one. */
const FIRST: Partial<Record<PlaceholderType, First>> = {
  checkbox(place, words) {
    const { on, off } = checkboxTexts(place, words)
    return CHECKED.includes(place.default.toLowerCase()) ? on : off
  },
  select: ({ default: written, options }) => (options.includes(written) ? written : ''),
  range: ({ default: written, min, max }) =>
    isNumber(written) ? written : String((Number(min ?? 0) + Number(max ?? 100)) / 2),
  color: ({ default: written }) => (/^#[\da-f]{6}$/i.test(written) ? written.toLowerCase() : '#000000'),
  file: () => '',
}

/** Returns the placeholders that the user fills in. */
export const askedOf = (placeholders: readonly Placeholder[]): Placeholder[] =>
  placeholders.filter(({ name }) => !isBuiltIn(name))

/** Returns the name of a placeholder as the label of its field: `customer_name` as “Customer name”. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim().replaceAll(/\s+/g, ' ')
  return words === '' ? name : words.replace(/^./u, (letter) => letter.toLocaleUpperCase())
}

/** Whether a plain placeholder is the only text of its line: it stands for a text of several lines. */
export const isAlone = (prompt: string, name: string): boolean =>
  prompt.split('\n').some((line) => line.trim() === `{{${name}}}`)

export const firstValues = (placeholders: readonly Placeholder[], words: YesAndNo): Values =>
  new Map(
    askedOf(placeholders).map((place) => [place.name, FIRST[place.type]?.(place, words) ?? place.default]),
  )

export type WrongValue = 'number' | 'bounds' | 'email' | 'url'

/** Checks the value of a field; undefined if it is valid or empty. */
export function wrongWith({ type, min, max }: Placeholder, value: string): WrongValue | undefined {
  const text = value.trim()
  if (text === '') return undefined
  if (type === 'number') {
    const number = Number(text)
    if (!Number.isFinite(number)) return 'number'
    const isBelow = min !== undefined && number < Number(min)
    return isBelow || (max !== undefined && number > Number(max)) ? 'bounds' : undefined
  }
  if (type === 'email') return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text) ? undefined : 'email'
  if (type === 'url') return URL.canParse(text) ? undefined : 'url'
  return undefined
}

/** Returns the placeholders that are required and empty, or filled with something invalid. */
export const unresolvedOf = (placeholders: readonly Placeholder[], values: Values): Placeholder[] =>
  askedOf(placeholders).filter((place) => {
    const value = values.get(place.name) ?? ''
    return (place.required && value.trim() === '') || wrongWith(place, value) !== undefined
  })
