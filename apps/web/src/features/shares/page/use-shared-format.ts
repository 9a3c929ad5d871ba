import { formatIn, type Format } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { useToday } from '#lib/days.ts'

/** Like `useFormat`, without texts that this page does not load at once. */
export function useSharedFormat(): Format {
  const { i18n } = useTranslation('shared-page')
  return formatIn(i18n.language, useToday())
}
