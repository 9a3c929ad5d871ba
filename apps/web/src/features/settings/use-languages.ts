import { useEffect } from 'react'
import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { LANGUAGES } from '#lib/language.ts'
import { speak } from '#texts/index.ts'

/** Returns the configured languages that the interface supports; all supported ones when none of them is configured. */
export function useLanguages(): readonly (typeof LANGUAGES)[number][] {
  const { languages } = useConfig()
  const offered = LANGUAGES.filter(({ code }) => languages.includes(code))
  return offered.length > 0 ? offered : LANGUAGES
}

/** Falls back to the first language when the remembered one is no longer configured. */
export function useOfferedLanguage(): void {
  const { i18n } = useTranslation()
  const offered = useLanguages()
  const first = offered[0]?.code
  const isOffered = offered.some(({ code }) => code === i18n.language)
  useEffect(() => {
    if (first && !isOffered) void speak(first)
  }, [first, isOffered])
}
