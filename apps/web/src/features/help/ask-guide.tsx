import { useMutation } from '@tanstack/react-query'
import { useBeginChat } from '#lib/begin-chat.ts'
import { useDraft } from '#lib/drafts.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { AskForm } from '#ui/ask-form.tsx'
import { findModel, GUIDE, useModels } from '#features/models/index.ts'
import { usePermission, useUserId } from '#features/session/index.ts'
import type { LoadedTopic } from './api.ts'

/** Asks Guide about a topic in a new chat. Hidden from people who cannot chat, and where Guide is deactivated. */
export function AskGuide({ topic }: { topic: LoadedTopic }) {
  const { t } = useTranslation('help')
  const errorMessage = useErrorMessage()
  const [text, setText] = useDraft(`${useUserId()}.ask-guide.${topic.name}`)
  const { data: models = [] } = useModels()
  const canChat = usePermission('can_use_chat') === true
  const begin = useBeginChat()
  const ask = useMutation({
    // Guide finds words: those of the topic lead it there.
    mutationFn: (question: string) =>
      begin({ model: GUIDE, question: { text: `${topic.title}: ${question}` } }),
    onSuccess: () => setText(''),
  })
  const guide = findModel(models, GUIDE.modelId)
  if (!canChat || !guide) return null
  return (
    <AskForm
      label={t('ask.label')}
      verb={t('ask.verb')}
      placeholder={t('ask.placeholder', { title: topic.title })}
      hint={t('ask.hint', { model: guide.name })}
      text={text}
      onText={setText}
      enabled
      busy={ask.isPending}
      failed={ask.error ? t('ask.failed', { sentence: errorMessage(ask.error).sentence }) : undefined}
      onAsk={(question) => ask.mutate(question)}
    />
  )
}
