// The languages of the interface, and the choice of the first one.
import { recall } from './preferences.ts'

/** The languages of the interface with their own names. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'bg', name: 'Български' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']

export const isLanguage = (code: string | null | undefined): code is Language =>
  LANGUAGES.some((language) => language.code === code)

/** Returns the stored language, else the browser's own, else English. */
export function firstLanguage(): Language {
  const wished = [recall('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wished.find(isLanguage) ?? 'en'
}
