import { Navigate, useParams } from 'react-router'
import { canWrite } from '#lib/can.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useIdInPath } from '#lib/use-id-in-path.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { EmptyState, LoadFailed, PageSkeleton } from '#ui/states.tsx'
import { usePermission } from '#features/session/index.ts'
import { useChatbot } from '../api.ts'
import { CHATBOTS_PATH } from '../keys.ts'

/** The address of a chatbot: opens it above the list, with its editor for those who may write. */
function OpenChatbotPage() {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const id = useIdInPath('id')
  const isNamed = useParams()['id'] !== undefined
  const bot = useChatbot(isNamed ? id : null)
  if (usePermission('can_use_chatbots') === false) return <LedAway why="notAllowed" />
  if (!isNamed) return <Navigate to={CHATBOTS_PATH} replace />
  if (isGone(bot.error))
    return (
      <EmptyState title={t('gone')}>
        <LinkButton to={CHATBOTS_PATH}>{t('all')}</LinkButton>
      </EmptyState>
    )
  if (bot.data) {
    const dialog = canWrite(bot.data) ? 'edit-chatbot' : 'view-chatbot'
    return <Navigate to={`${CHATBOTS_PATH}?dialog=${dialog}&chatbot=${id}`} replace />
  }
  if (!bot.isError) return <PageSkeleton />
  const { sentence, requestId } = errorMessage(bot.error)
  return (
    <LoadFailed
      title={t('oneLoadFailed')}
      sentence={sentence}
      requestId={requestId}
      onRetry={() => void bot.refetch()}
    />
  )
}

export const openChatbotPage: FeatureView = {
  useHeading: () => useTranslation('chatbots').t('title'),
  View: OpenChatbotPage,
}
