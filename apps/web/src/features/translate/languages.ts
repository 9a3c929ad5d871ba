// Pure decisions about the languages to choose from.
import type { TranslateLanguages } from '@polylogue/contract'

type Names = Readonly<Record<string, string>>

const baseOf = (code: string): string => code.split('-', 1)[0]?.toLowerCase() ?? ''

/** Returns the offered code for a wanted one: the same, else the same language; '' when it is not offered. */
export function offeredCode(offered: Names, wanted: string): string {
  if (wanted === '') return ''
  const codes = Object.keys(offered)
  const same = codes.find((code) => code.toLowerCase() === wanted.toLowerCase())
  return same ?? codes.find((code) => baseOf(code) === baseOf(wanted)) ?? ''
}

export interface Defaults {
  sourceLang: string
  targetLang: string
}

/** Parses the stored setting; '' means detected or not chosen. */
export function readDefaults(stored: string | undefined): Defaults {
  const none = { sourceLang: '', targetLang: '' }
  if (!stored) return none
  try {
    const value = JSON.parse(stored) as Partial<Record<keyof Defaults, unknown>> | null
    const text = (one: unknown) => (typeof one === 'string' ? one : '')
    return { sourceLang: text(value?.sourceLang), targetLang: text(value?.targetLang) }
  } catch {
    return none
  }
}

/** Returns the offered languages that a dialog begins with: the stored ones, else the page's language as the target. */
export function firstChoice(
  { sourceLangs, targetLangs }: Pick<TranslateLanguages, 'sourceLangs' | 'targetLangs'>,
  stored: Defaults,
  pageLanguage: string,
): Defaults {
  return {
    sourceLang: offeredCode(sourceLangs, stored.sourceLang),
    targetLang: offeredCode(targetLangs, stored.targetLang) || offeredCode(targetLangs, pageLanguage),
  }
}
