import type { ResourceLanguage } from 'i18next'
import type { Language } from '../lib/language.ts'

/** Loads the texts of the first paint, one chunk per language. */
export const firstTexts: Record<Language, () => Promise<{ texts: ResourceLanguage }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  bg: () => import('./bg.ts'),
}
