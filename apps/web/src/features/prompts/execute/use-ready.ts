import type { SavedPrompt } from '@polylogue/contract'
import { fillPlaceholders, placeholdersOf } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { useViewer } from '#features/session/index.ts'
import { fullName } from '#features/users/index.ts'
import { useOutputSentence } from '../use-output-name.ts'
import { firstValues, unresolvedOf } from './fill.ts'

/** A prompt that can be asked as it is, or the names of the placeholders that the user has to fill in first. */
export type Ready = { fill: () => string } | { fill?: never; needs: readonly string[] }

/**
 * Returns a function that tells whether a prompt can be asked with its defaults and automatic values. `fill` returns the text
 * with the values of that moment.
 */
export function useReady(): (prompt: Pick<SavedPrompt, 'prompt' | 'promptOutput'>) => Ready {
  const { t } = useTranslation('prompts')
  const automatic = useAutomatic()
  const sentenceOf = useOutputSentence()
  return ({ prompt, promptOutput }) => {
    const all = placeholdersOf(prompt)
    const values = firstValues(all, { yes: t('yes'), no: t('no') })
    // A replay runs on the server, after the clipboard may have changed.
    const needs = all.filter(
      (place) => place.name === 'clipboard' || unresolvedOf([place], values).length > 0,
    )
    if (needs.length > 0) return { needs: needs.map(({ name }) => name) }
    const fill = () => fillPlaceholders(prompt, new Map([...automatic(), ...values]))
    return { fill: () => [fill(), sentenceOf({ prompt, promptOutput })].filter(Boolean).join('\n\n') }
  }
}

/** Returns a function with the present values of the automatic placeholders, except the clipboard. */
export function useAutomatic(): () => Map<string, string> {
  const { i18n } = useTranslation()
  const { data: viewer } = useViewer()
  return () => {
    const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
    const now = new Date()
    const language = new Intl.DisplayNames(locale, { type: 'language' }).of(i18n.language)
    return new Map([
      ['user_name', viewer ? fullName(viewer) : ''],
      ['date', now.toLocaleDateString(locale, { dateStyle: 'long' })],
      ['time', now.toLocaleTimeString(locale, { timeStyle: 'short' })],
      ['language', language ?? i18n.language],
    ])
  }
}
