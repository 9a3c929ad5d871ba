// The texts of the page of a share link: a chunk per language for the first view, and what downloads need later.
import { firstLanguage, isLanguage, type Language } from '#lib/language.ts'
import { loadCode } from '#lib/load-code.ts'
import { translations, type Texts } from '#lib/translations.ts'

const first: Record<Language, () => Promise<{ nouns: Readonly<Record<string, Texts>> }>> = {
  en: () => import('./shared-en.ts'),
  de: () => import('./shared-de.ts'),
  bg: () => import('./shared-bg.ts'),
}

const later = import.meta.glob<Texts>('./{en,de,bg}/{export,ui}.json', { import: 'default' })

const textsOf = async (language: string, noun: string): Promise<Texts> => {
  const load = later[`./${language}/${noun}.json`]
  return load ? loadCode(load) : {}
}

/** Starts in the language that the address asks for (`?lang=de`), else as every page of the product. */
export async function startSharedTexts(asked: string | null): Promise<void> {
  const language = isLanguage(asked) ? asked : firstLanguage()
  const { nouns } = await loadCode(first[language])
  const texts = Object.fromEntries(
    Object.entries(nouns).map(([path, keys]) => [path.replace(/^.*\/|\.json$/g, ''), keys]),
  )
  translations.start({ language, texts, read: textsOf })
  document.documentElement.lang = language
}
