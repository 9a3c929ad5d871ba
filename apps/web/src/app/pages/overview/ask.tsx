import type { Project, Tab } from '@polylogue/contract'
import { nameOfQuestion } from '@polylogue/contract/browser'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  AskField,
  newQuestion,
  useAskIn,
  useRunStore,
  type FirstMessage,
} from '#features/conversation/index.ts'
import { choiceOf, findModel, nameOfChoice, useModels } from '#features/models/index.ts'
import { SlashPrompts } from '#features/prompts/index.ts'
import { useAddTab } from '#features/tabs/index.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Problem } from '#ui/states.tsx'

interface AskProps {
  project: Project
  onAsked: (tab: number) => void
}

/** Asks in a new tab of the project, which has what the project sets. */
export function Ask({ project, onAsked }: AskProps) {
  const { t } = useTranslation('project-page')
  const errorMessage = useErrorMessage()
  const ask = useAskInNewTab(project)
  return (
    <div>
      <AskField
        project={project}
        words={{
          label: t('ask'),
          placeholder: t('askPlaceholder'),
          send: t('send'),
          hint: useHint(project),
          options: t('optionsLead'),
        }}
        busy={ask.isPending}
        onAsk={(message) => ask.mutateAsync(message).then(onAsked)}
      >
        <SlashPrompts />
      </AskField>
      {ask.error && <Problem>{t('askFailed', { sentence: errorMessage(ask.error).sentence })}</Problem>}
    </div>
  )
}

/** Says who answers, and where. */
function useHint(project: Project): string {
  const { t } = useTranslation(['project-page', 'models'])
  const { data: models = [] } = useModels()
  const choice = choiceOf(project)
  const model = findModel(models, choice.modelId)
  if (!model) return ''
  const where = model.isLocal ? t('local') : t('models:externalNote', { provider: model.provider })
  return `${t('askModel', { model: nameOfChoice(models, choice) })} ${where}`
}

/** After a failure, the next attempt with the same settings asks in the same tab. */
function useAskInNewTab(project: Project) {
  const add = useAddTab(project.id)
  const ask = useAskIn(useRunStore())
  const { data: models } = useModels()
  const unasked = useRef<{ tab: Tab; key: string }>(undefined)
  return useMutation({
    async mutationFn({
      text,
      listed,
      upload,
      requiresText,
      promptId,
      options,
    }: FirstMessage): Promise<number> {
      const { defaultModelId, defaultModelTagId } = project
      const key = `${project.modified} ${JSON.stringify(options)}`
      const known = unasked.current?.key === key ? unasked.current.tab : undefined
      const name = nameOfQuestion(text)
      const named = name === '' ? {} : { name, autoNamed: true }
      const tab = known ?? (await add.mutateAsync({ defaultModelId, defaultModelTagId, ...named, options }))
      unasked.current = { tab, key }
      const asked = newQuestion(models, choiceOf(tab), text, listed)
      const question = { asked, attachments: await upload(), promptId, requiresText }
      await ask({ projectId: project.id, tabId: tab.id }, question)
      unasked.current = undefined
      return tab.id
    },
  })
}
