import type { Project, Tab } from '@polylogue/contract'
import { nameOfQuestion } from '@polylogue/contract/browser'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newQuestion, useAskIn, useRunStore } from '../../../features/conversation/index.ts'
import { choiceOf, findModel, nameOfChoice, useModels } from '../../../features/models/index.ts'
import { useUserId } from '../../../features/session/index.ts'
import { useAddTab } from '../../../features/tabs/index.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Problem } from '../../../ui/states.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import css from './ask.module.css'

interface AskProps {
  project: Project
  onAsked: (tab: number) => void
}

/** Asks in a new tab of the project, which has what the project sets. What is typed survives a reload. */
export function Ask({ project, onAsked }: AskProps) {
  const { t } = useTranslation('projects')
  const errorMessage = useErrorMessage()
  const [text, setText] = useDraft(`${useUserId()}.ask-project.${project.id}`)
  const ask = useAskInNewTab(project)
  const canAsk = text.trim() !== ''
  const send = () => {
    if (!canAsk || ask.isPending) return
    ask.mutate(text.trim(), {
      onSuccess(tab) {
        setText('')
        onAsked(tab)
      },
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={css.box}>
        <textarea
          rows={2}
          dir="auto"
          className={css.area}
          aria-label={t('overview.ask')}
          aria-describedby="ask-in-project"
          placeholder={t('overview.askPlaceholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // During IME composition, Enter accepts the characters; some browsers report only key code 229.
            if (event.nativeEvent.isComposing || event.keyCode === 229) return
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            send()
          }}
        />
        <Tooltip label={t('overview.send')} keys="⏎">
          <button
            type="submit"
            className={css.send}
            aria-label={t('overview.send')}
            aria-disabled={!canAsk || ask.isPending || undefined}
          >
            <Icon name="arrow-up" size={18} />
          </button>
        </Tooltip>
      </div>
      <p id="ask-in-project" className={css.hint}>
        {useHint(project)}
      </p>
      {ask.error && (
        <Problem>{t('overview.askFailed', { sentence: errorMessage(ask.error).sentence })}</Problem>
      )}
    </form>
  )
}

/** Says who answers, and where. */
function useHint(project: Project): string {
  const { t } = useTranslation(['projects', 'models'])
  const { data: models = [] } = useModels()
  const choice = choiceOf(project)
  const model = findModel(models, choice.modelId)
  if (!model) return ''
  const where = model.isLocal ? t('overview.local') : t('models:externalNote', { provider: model.provider })
  return `${t('overview.askModel', { model: nameOfChoice(models, choice) })} ${where}`
}

/** After a failure, the next attempt with the same settings asks in the same tab. */
function useAskInNewTab(project: Project) {
  const add = useAddTab(project.id)
  const ask = useAskIn(useRunStore())
  const { data: models } = useModels()
  const unasked = useRef<{ tab: Tab; key: string }>(undefined)
  return useMutation({
    async mutationFn(text: string): Promise<number> {
      const { defaultModelId, defaultModelTagId } = project
      const key = project.modified
      const known = unasked.current?.key === key ? unasked.current.tab : undefined
      const name = nameOfQuestion(text)
      const named = name === '' ? {} : { name, autoNamed: true }
      const tab = known ?? (await add.mutateAsync({ defaultModelId, defaultModelTagId, ...named }))
      unasked.current = { tab, key }
      const asked = newQuestion(models, choiceOf(tab), text)
      await ask({ projectId: project.id, tabId: tab.id }, { asked, attachments: [] })
      unasked.current = undefined
      return tab.id
    },
  })
}
