import type { Datasource, Model } from '@polylogue/contract'
import { useMutation } from '@tanstack/react-query'
import { useBeginChat } from '#lib/begin-chat.ts'
import { useDraft } from '#lib/drafts.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { AskForm } from '#ui/ask-form.tsx'
import { findModel, firstChoice, nameOfChoice, useModels, type ModelChoice } from '#features/models/index.ts'
import { useUserId } from '#features/session/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { isSearchable } from '../ready.ts'

/** Asks a question in a new chat that uses the data source. What is typed survives a reload. */
export function Ask({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const [text, setText] = useDraft(`${useUserId()}.ask-datasource.${datasource.id}`)
  const { data: models = [] } = useModels()
  const { data: stored } = useStoredSettings()
  const model = modelFor(datasource, models, Number(stored?.defaultStartupModelId))
  const begin = useBeginChat()
  const ask = useMutation({
    mutationFn: (question: string) =>
      begin({ model, datasourceId: datasource.id, question: { text: question } }),
    onSuccess: () => setText(''),
  })
  return (
    <AskForm
      label={t('ask.label')}
      verb={t('ask.ask')}
      placeholder={t('ask.placeholder')}
      hint={useHint(datasource, models, model)}
      text={text}
      onText={setText}
      enabled={isSearchable(datasource)}
      busy={ask.isPending}
      failed={ask.error ? t('ask.failed', { sentence: errorMessage(ask.error).sentence }) : undefined}
      onAsk={(question) => ask.mutate(question)}
    />
  )
}

/** Returns the model of a new chat; for documents that external models do not get, the first local one. */
function modelFor({ localOnly }: Datasource, models: readonly Model[], startupModelId: number): ModelChoice {
  const allowed = localOnly ? models.filter(({ isLocal }) => isLocal) : models
  return firstChoice(allowed, startupModelId)
}

/** Returns who answers, or why nobody does yet. */
function useHint(datasource: Datasource, models: readonly Model[], choice: ModelChoice): string {
  const { t } = useTranslation('datasources')
  if (!isSearchable(datasource)) return t('ask.notReady')
  const model = nameOfChoice(models, choice)
  const found = findModel(models, choice.modelId)
  if (!found) return ''
  return found.isLocal ? t('ask.with', { model }) : t('ask.external', { model, provider: found.provider })
}
