import type { FlatNamespace, TFunction } from 'i18next'
import { translations } from './translations.ts'

/** Returns the translations of a noun in the current language once they are loaded, for code outside of components; rejects when they cannot be. */
export async function loadTexts<Noun extends FlatNamespace>(noun: Noun): Promise<TFunction<Noun>> {
  await translations.load([noun])
  return translations.of(translations.language, noun)
}
