import { useTranslation } from '#lib/texts.ts'
import { useViewer } from '#features/session/index.ts'
import { fullName } from '#features/users/index.ts'

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
