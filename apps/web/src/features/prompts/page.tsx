import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { FeatureView } from '#lib/feature-page.ts'
import { useIdInPath } from '#lib/use-id-in-path.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { EmptyState, LoadFailed } from '#ui/states.tsx'
import { WaitingRequests } from '#features/publications/index.ts'
import { NotInstalled, useInstalled } from '#features/plugins/index.ts'
import { usePermission } from '#features/session/index.ts'
import { promptKeys, usePrompt } from './api.ts'
import { PromptItem } from './list/item.tsx'
import { PromptList } from './list/list.tsx'
import css from './page.module.css'

/** The saved prompts outside of a project, or the one that the address names. */
function PromptPage() {
  const named = useParams()['id']
  const installed = useInstalled('prompt-repository')
  if (usePermission('can_use_prompts') === false) return <LedAway why="notAllowed" />
  if (!installed)
    return (
      <Suspense fallback={null}>
        {/* Requests wait for this person whatever is installed. */}
        <WaitingRequests className={css.waiting} />
        <NotInstalled id="prompt-repository" />
      </Suspense>
    )
  if (named === undefined)
    return (
      <>
        <Suspense fallback={null}>
          <WaitingRequests className={css.waiting} />
        </Suspense>
        <PromptList heading="h2" />
      </>
    )
  return <OnePrompt />
}

function OnePrompt() {
  const id = useIdInPath('id')
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const prompt = usePrompt(id)
  const all = <LinkButton to="/prompts">{t('allPrompts')}</LinkButton>
  if (isGone(prompt.error)) return <EmptyState title={t('gone')}>{all}</EmptyState>
  if (prompt.data)
    return (
      <div className={css.one}>
        <ul>
          <PromptItem prompt={prompt.data} heading="h2" listKey={promptKeys.one(id)} named />
        </ul>
        {all}
      </div>
    )
  if (!prompt.isError) return null
  return (
    <LoadFailed
      title={t('oneLoadFailed')}
      {...errorMessage(prompt.error)}
      onRetry={() => void prompt.refetch()}
    />
  )
}

export const promptPage: FeatureView = {
  useHeading: () => useTranslation('prompts').t('title'),
  View: PromptPage,
}
