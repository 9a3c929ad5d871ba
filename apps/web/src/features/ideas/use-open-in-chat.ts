import { useMutation } from '@tanstack/react-query'
import { useBeginChat } from '#lib/begin-chat.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'

/** Opens an empty chat with a text in its message field, after what is already typed there. Nothing is sent. */
export function useOpenInChat() {
  const { t } = useTranslation('ideas')
  const begin = useBeginChat()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: (draft: string) => begin({ draft }),
    onError: (error) =>
      notices.show({ kind: 'failure', title: t('notOpened'), text: errorMessage(error).sentence }),
  })
}
