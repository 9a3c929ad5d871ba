import type { FlatNamespace, TFunction } from 'i18next'
import { translations } from './translations.ts'

/** Returns the translations of a noun in the current language once they are loaded, for code outside of components; rejects when they cannot be. */
export async function loadTexts<Noun extends FlatNamespace>(noun: Noun): Promise<TFunction<Noun>> {
  await translations.load([noun])
  return translations.of(translations.language, noun)
}

/**
 * Loads the sentences of refusals, unless the first texts have one for this code. Never rejects: without them the page shows the
 * server's own sentence.
 */
export async function loadRefusal(code: string): Promise<void> {
  if (translations.find(translations.language, 'problems', code) !== undefined) return
  await translations.load(['refusals']).catch(() => undefined)
}
