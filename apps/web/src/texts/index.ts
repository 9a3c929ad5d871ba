// The texts of the interface: one JSON file per language and noun. Those of the first paint are one chunk per language; any
// other noun is loaded by the first component that uses it, which suspends until then.
import { firstLanguage, isLanguage, type Language } from '#lib/language.ts'
import { loadCode } from '#lib/load-code.ts'
import { remember } from '#lib/preferences.ts'
import { translations, type Texts } from '#lib/translations.ts'
import { firstTexts } from './first.ts'

type Later = Record<string, () => Promise<Texts>>

const beyond: Record<Language, () => Promise<{ lazyTexts: Later }>> = {
  en: () => import('./en-lazy.ts'),
  de: () => import('./de-lazy.ts'),
  bg: () => import('./bg-lazy.ts'),
}

/** Loads a noun that the first paint does not need; after a change of language, any noun. */
async function textsOf(language: string, noun: string): Promise<Texts> {
  if (!isLanguage(language)) return {}
  const { lazyTexts } = await loadCode(beyond[language])
  const load = lazyTexts[`./${language}/${noun}.json`]
  if (load) return loadCode(load)
  const first = (await loadCode(firstTexts[language])).texts[noun]
  return typeof first === 'object' ? first : {}
}

/** Starts with the language stored in this browser, else the browser's own, else English. */
export async function startTexts(): Promise<void> {
  const language = firstLanguage()
  const { texts } = await loadCode(firstTexts[language])
  translations.start({ language, texts, read: textsOf })
  document.documentElement.lang = language
  // Not awaited: preloads the loaders, so that the next noun needs one request only.
  void loadCode(beyond[language])
}

/** Loads the sentences of refused calls before one is refused. */
export const prepareRefusals = (): void => void translations.load(['refusals']).catch(() => undefined)

/** Switches and stores the language; resolves when all nouns in use are loaded. */
export async function speak(language: Language): Promise<void> {
  if (language === translations.wanted) return
  await translations.change(language)
  // Another language was chosen meanwhile.
  if (language !== translations.language) return
  document.documentElement.lang = language
  remember('language', language)
}
