// Which languages the interface speaks, and in which of them it begins.
import { recall } from './preferences.ts'

/** The languages the interface speaks, in their own words. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'bg', name: 'Български' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']

export const isLanguage = (code: string | null | undefined): code is Language =>
  LANGUAGES.some((language) => language.code === code)

/** The language that this browser remembers, else the browser's own, else English. */
export function firstLanguage(): Language {
  const wished = [recall('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wished.find(isLanguage) ?? 'en'
}
