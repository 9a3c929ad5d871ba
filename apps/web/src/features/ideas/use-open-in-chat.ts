import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useApi } from '../../lib/api.ts'
import { wantComposer } from '../../lib/composer-focus.ts'
import { readDraft, tabDraftKey, writeDraft } from '../../lib/drafts.ts'
import { useNotices } from '../../lib/notices.ts'
import { useErrorMessage } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { newChat } from '../projects/index.ts'
import { useUserId } from '../session/index.ts'
import { tabsQuery } from '../tabs/index.ts'

/** Opens an empty chat with a text in its message field, after what is already typed there. Nothing is sent. */
export function useOpenInChat() {
  const { t, i18n } = useTranslation('ideas')
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  const navigate = useNavigate()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return useMutation({
    async mutationFn(text: string) {
      const id = await newChat(api, cache, userId, i18n.language)
      const [tab] = await cache.ensureQueryData(tabsQuery(api, id))
      if (!tab) throw new Error('A new chat has no tab')
      const key = tabDraftKey(userId, tab.id)
      const typed = readDraft(key)
      if (typed.trim() !== text.trim())
        writeDraft(key, [typed, text].filter((one) => one.trim() !== '').join('\n\n'))
      return id
    },
    onSuccess(id) {
      wantComposer(id)
      void navigate(`/projects/${id}`)
    },
    onError: (error) =>
      notices.show({ kind: 'failure', title: t('notOpened'), text: errorMessage(error).sentence }),
  })
}
