import { useEffect } from 'react'
import { useConfig } from '../../lib/config.ts'
import { useTranslation } from '../../lib/texts.ts'
import { LANGUAGES } from '../../lib/language.ts'
import { speak } from '../../texts/index.ts'

/** The languages on offer: those of the configuration that the interface speaks; all of them when it names none of these. */
export function useLanguages(): readonly (typeof LANGUAGES)[number][] {
  const { languages } = useConfig()
  const offered = LANGUAGES.filter(({ code }) => languages.includes(code))
  return offered.length > 0 ? offered : LANGUAGES
}

/** A remembered language that this installation no longer offers gives way to its first. */
export function useOfferedLanguage(): void {
  const { i18n } = useTranslation()
  const offered = useLanguages()
  const first = offered[0]?.code
  const isOffered = offered.some(({ code }) => code === i18n.language)
  useEffect(() => {
    if (first && !isOffered) void speak(first)
  }, [first, isOffered])
}
