import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { usePermission, useUserId } from '#features/session/index.ts'
import { chatbotKeys } from '#features/chatbots/keys.ts'

/** Adds to the question before a deletion which chatbots end with what is deleted: a tab, or a project with its tabs. */
export function useEndsChatbots(
  place: { projectId: number; tabId?: number } | undefined,
): (question: string) => string {
  const { t } = useTranslation('tabs')
  const api = useApi()
  const userId = useUserId()
  const enabled = usePermission('can_use_chatbots') === true && place !== undefined
  const { data = [] } = useQuery({
    queryKey: chatbotKeys.lists,
    enabled,
    queryFn: async ({ signal }) => {
      const request = { params: { id: userId }, query: { orEmpty: 'true' as const } }
      return (await api.call(contract.chatbots.list, request, { signal })).data.ChatBots
    },
  })
  const ended = data.filter(
    ({ refProject, refProjectTabId }) =>
      refProject.projectId === place?.projectId &&
      (place.tabId === undefined || refProjectTabId === place.tabId),
  )
  if (ended.length === 0) return (question) => question
  const names = ended.map(({ name }) => t('chatbotName', { name })).join(', ')
  return (question) => `${question} ${t('endsChatbots', { count: ended.length, names })}`
}
