// The texts of the interface: one JSON file per language and noun. Those of the first paint are one chunk per language; any
// other noun is loaded by the first component that uses it, which suspends until then.
import i18next, { type BackendModule, type i18n, type ReadCallback, type ResourceLanguage } from 'i18next'
import { firstLanguage, isLanguage, type Language } from '../lib/language.ts'
import { loadCode } from '../lib/load-code.ts'
import { remember } from '../lib/preferences.ts'
import { firstTexts } from './first.ts'

type Later = Record<string, () => Promise<ResourceLanguage[string]>>

const beyond: Record<Language, () => Promise<{ lazyTexts: Later }>> = {
  en: () => import('./en-lazy.ts'),
  de: () => import('./de-lazy.ts'),
  bg: () => import('./bg-lazy.ts'),
}

/** The i18next backend that loads missing nouns. */
const files: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, noun, done) => void read(language, noun, done),
}

async function read(language: string, noun: string, done: ReadCallback): Promise<void> {
  try {
    done(null, await textsOf(language, noun))
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), false)
  }
}

async function textsOf(language: string, noun: string): Promise<ResourceLanguage[string]> {
  if (!isLanguage(language)) return {}
  const { lazyTexts } = await loadCode(beyond[language])
  const load = lazyTexts[`./${language}/${noun}.json`]
  return (load ? await loadCode(load) : (await loadCode(firstTexts[language])).texts[noun]) || {}
}

/** Starts with the language stored in this browser, else the browser's own, else English. */
export async function startTexts(): Promise<i18n> {
  const language = firstLanguage()
  const { texts } = await loadCode(firstTexts[language])
  await i18next.use(files).init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'ui',
    resources: { [language]: texts },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
  })
  document.documentElement.lang = language
  // Not awaited: preloads the loaders, so that the next noun needs one request only.
  void loadCode(beyond[language])
  return i18next
}

/** Switches and stores the language; resolves when all nouns in use are loaded. */
export async function speak(language: Language): Promise<void> {
  if (language === i18next.language) return
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  remember('language', language)
}
