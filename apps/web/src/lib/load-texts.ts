import type { FlatNamespace, TFunction } from 'i18next'
import { translations } from './translations.ts'

/** Returns the translations of a noun in the current language once they are loaded, for code outside of components; rejects when they cannot be. */
export async function loadTexts<Noun extends FlatNamespace>(noun: Noun): Promise<TFunction<Noun>> {
  await translations.load([noun])
  return translations.of(translations.language, noun)
}

/** A file that hangs holds up no refusal for longer. */
const REFUSALS_MS = 3_000

/**
 * Loads the sentences of refusals, unless the first texts have one for this code. Never rejects, and waits for a moment at most:
 * without them the page shows the server's own sentence.
 */
export async function loadRefusal(code: string): Promise<void> {
  if (translations.find(translations.language, 'problems', code) !== undefined) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, REFUSALS_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    translations.load(['refusals']).then(end, end)
  })
}
