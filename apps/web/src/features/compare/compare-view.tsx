import type { Message, Project, Tab } from '@polylogue/contract'
import { useEffect, useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { LinkButton } from '#ui/button.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useUserId } from '#features/session/index.ts'
import { compareParams, streamsIn } from './address.ts'
import { useCompared, useMovedTabs } from './api.ts'
import { CompareForm } from './compare-form.tsx'
import css from './compare-view.module.css'
import { waitingFor } from './kept.ts'
import { Lanes } from './lanes.tsx'
import type { QuestionState } from './compare-queue.ts'
import { QuestionBar } from './question-bar.tsx'
import { useCompare } from './use-compare.ts'
import { useCompareQueue, useStandings } from './use-compare-queue.ts'
import { useSmallScreenNotice } from './use-small-screen-notice.ts'

interface CompareViewProps {
  project: Project
  tabs: readonly Tab[]
  compareId: string
  canWrite: boolean
}

/** Shows a comparison: the question on top, one answer per tab side by side, the form below. */
export function CompareView({ project, tabs, compareId, canWrite }: CompareViewProps) {
  const { t } = useTranslation('compare')
  const errorMessage = useErrorMessage()
  const [params, setParams] = useParamsOfPage()
  const [together, setTogether] = useState(true)
  const queue = useCompareQueue()
  const standings = useStandings(queue, compareId)
  const compared = useCompared(compareId)
  useKept(compareId)
  useSmallScreenNotice()
  useStored(compared, standings)
  const messages = compared.data ?? []
  const moved = useMovedTabs(messages, tabs)
  const show = (id: string, stream: boolean) => setParams((now) => compareParams(now, id, stream))
  const question = messages[0]?.queryText ?? standings[0]?.lane.text
  return (
    <div className={css.view}>
      {question !== undefined && (
        <>
          <QuestionBar
            text={question}
            projectId={project.id}
            compareId={compareId}
            together={together}
            onTogether={setTogether}
            onCompare={(id) => show(id, true)}
          />
          <Lanes
            places={[...tabs.map((tab) => ({ project, tab, canWrite })), ...moved]}
            messages={messages}
            standings={standings}
            queue={queue}
            whole={!streamsIn(params)}
            together={together}
          />
        </>
      )}
      {question === undefined && (
        <div className={css.without}>
          {compared.isPending && <Skeleton />}
          {compared.isError && (
            <LoadFailed
              title={t('loadFailed')}
              {...errorMessage(compared.error)}
              onRetry={() => void compared.refetch()}
            />
          )}
          {compared.data && (
            <EmptyState title={t('gone')} text={t('goneText')}>
              <LinkButton to={`/projects/${project.id}`}>{t('toTabs')}</LinkButton>
            </EmptyState>
          )}
        </div>
      )}
      {canWrite && <Dock project={project} tabs={tabs} onSent={show} />}
    </div>
  )
}

function Dock({
  project,
  tabs,
  onSent,
}: {
  project: Project
  tabs: readonly Tab[]
  onSent: (compareId: string, stream: boolean) => void
}) {
  const compare = useCompare(project, tabs, onSent)
  return (
    <div className={css.dock}>
      <div>
        <CompareForm compare={compare} />
      </div>
    </div>
  )
}

/** Sends questions that were queued before a reload. */
function useKept(compareId: string): void {
  const userId = useUserId()
  const queue = useCompareQueue()
  useEffect(() => {
    if (queue.of(compareId).length === 0) queue.add(waitingFor(userId, compareId))
  }, [queue, userId, compareId])
}

/** Refetches the list until it has every question that was just stored. */
function useStored(
  compared: { data: readonly Message[] | undefined; refetch: () => unknown },
  standings: readonly QuestionState[],
) {
  const { data, refetch } = compared
  const stored = standings.flatMap(({ queryId }) => (queryId === undefined ? [] : [queryId]))
  const missing = stored.filter((id) => !data?.some((message) => message.id === id)).join(' ')
  useEffect(() => {
    if (missing !== '') void refetch()
  }, [missing, refetch])
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        <SkeletonLine width={90} />
        <SkeletonLine width={80} />
        <SkeletonLine width={86} />
      </div>
    </Loading>
  )
}
