import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'

/** Returns a function that makes handlers which show why a request failed. */
export function useFailure(): (
  title: 'indexFailed' | 'indexAllFailed' | 'cancelFailed' | 'refreshFailed' | 'changeFailed',
) => (error: unknown) => void {
  const { t } = useTranslation('media')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return (title) => (error) =>
    notices.show({ kind: 'failure', title: t(title), text: errorMessage(error).sentence })
}
