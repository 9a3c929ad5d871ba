// The texts of the interface: one JSON per language and noun. A language is loaded as a whole, when it is first spoken.
import i18next, { type i18n, type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { recall, remember } from '../lib/preferences.ts'
import type { Resources } from './resources.ts'

/** The languages the interface speaks, in their own words. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'bg', name: 'Български' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']

export const isLanguage = (code: string | null | undefined): code is Language =>
  LANGUAGES.some((language) => language.code === code)

type Noun = keyof Resources

const loaders: Record<Language, () => Promise<{ texts: ResourceLanguage }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  bg: () => import('./bg.ts'),
}

/** Begins with the language this browser remembers, else the browser's own, else English. */
export async function startTexts(): Promise<i18n> {
  const language = firstLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'ui',
    resources: { [language]: (await loaders[language]()).texts },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
  return i18next
}

/** Speaks another language from now on, and next time. */
export async function speak(language: Language): Promise<void> {
  if (language === i18next.language) return
  const { texts } = await loaders[language]()
  for (const noun of Object.keys(texts) as Noun[]) i18next.addResourceBundle(language, noun, texts[noun])
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  remember('language', language)
}

function firstLanguage(): Language {
  const wished = [recall('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wished.find(isLanguage) ?? 'en'
}
