import { contract } from '@polylogue/contract/browser'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'

/** Sends a test e-mail to oneself; says the mail server's reason if that fails. */
export function MailTest() {
  const { t } = useTranslation('mail')
  const api = useApi()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const send = useMutation({
    mutationFn: async () => (await api.call(contract.digest.test, {})).data,
    onSuccess: ({ to }) => notices.show({ kind: 'done', title: t('sent', { to }) }),
    onError: (error) =>
      notices.show({ kind: 'failure', title: t('test'), text: errorMessage(error).sentence }),
  })
  return (
    <Button busy={send.isPending} onClick={() => send.mutate()}>
      {t('test')}
    </Button>
  )
}
