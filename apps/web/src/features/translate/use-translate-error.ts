import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { TextTooLong } from './api.ts'

/** Returns the sentence for a translation that failed. */
export function useTranslateError(): (error: unknown) => string {
  const { t } = useTranslation('translate')
  const errorMessage = useErrorMessage()
  return (error) => (error instanceof TextTooLong ? t('tooLong') : errorMessage(error).sentence)
}
