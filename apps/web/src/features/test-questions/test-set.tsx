import type { Datasource, TestQuestion, TestRun } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { canWrite } from '#lib/can.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Segments } from '#ui/segments.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useRunQuestions, useTestQuestions, useTestRuns } from './api.ts'
import { QuestionDialog } from './question-dialog.tsx'
import { QuestionTable } from './question-table.tsx'
import css from './questions.module.css'
import { Summary } from './summary.tsx'
import { useExport } from './use-export.ts'

/** The test questions of a data source: what they find now and found before. */
export function TestSet({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation('test-questions')
  const errorMessage = useErrorMessage()
  const questions = useTestQuestions(datasource.id)
  const runs = useTestRuns(datasource.id)
  const [adding, setAdding] = useState(false)
  const writes = canWrite(datasource)
  const failed = questions.data ? runs : questions
  if (failed.error && !failed.data)
    return (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(failed.error)}
        onRetry={() => void Promise.all([questions.refetch(), runs.refetch()])}
      />
    )
  if (!questions.data || !runs.data) return <Skeleton />
  const add = (
    <Button icon="plus" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  return (
    <div className={css.set}>
      {questions.data.length === 0 ? (
        <EmptyState title={t('none')} text={t(writes ? 'noneText' : 'noneReader')}>
          {writes && add}
        </EmptyState>
      ) : (
        <>
          <p className={css.lead}>{t('lead')}</p>
          <Bar datasource={datasource} questions={questions.data} runs={runs.data}>
            {writes && add}
          </Bar>
          <Summary runs={runs.data} />
          <Questions datasource={datasource} questions={questions.data} />
        </>
      )}
      {adding && <QuestionDialog datasource={datasource} onClose={() => setAdding(false)} />}
    </div>
  )
}

interface BarProps {
  datasource: Datasource
  questions: readonly TestQuestion[]
  runs: readonly TestRun[]
  children: React.ReactNode
}

function Bar({ datasource, questions, runs, children }: BarProps) {
  const { t } = useTranslation('test-questions')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const run = useRunQuestions(datasource.id)
  const exporting = useExport(datasource, questions)
  const running = runs[0]?.state === 'running' ? runs[0] : undefined
  const isReady = datasource.status === DATASOURCE_STATUS.ready
  const onError = (error: Error) =>
    notices.show({ kind: 'failure', title: t('runFailed'), text: errorMessage(error).sentence })
  const stopped = runs[0]?.state === 'failed' ? t('stopped') : ''
  const said = running ? t('running', { done: running.done, total: running.total }) : stopped
  return (
    <div className={css.bar}>
      {canWrite(datasource) && (
        <Button
          icon="refresh"
          disabled={!isReady}
          busy={run.isPending || running !== undefined}
          onClick={() => run.mutate(datasource.id, { onError })}
        >
          {t('run')}
        </Button>
      )}
      {children}
      <Button icon="download" onClick={exporting}>
        {t('csv')}
      </Button>
      <span role="status" className={css.quiet}>
        {said || (isReady ? '' : t('notReady'))}
      </span>
      {running && <ProgressBar label={said} done={running.done} total={running.total} />}
    </div>
  )
}

const FILTERS = ['all', 'missed', 'worse'] as const
type Filter = (typeof FILTERS)[number]

const isIn = (filter: Filter, { now, change }: TestQuestion): boolean =>
  filter === 'all' || (filter === 'worse' ? change === 'worse' : now !== null && now.rank === null)

function Questions({
  datasource,
  questions,
}: {
  datasource: Datasource
  questions: readonly TestQuestion[]
}) {
  const { t } = useTranslation('test-questions')
  const [filter, setFilter] = useState<Filter>('all')
  const shown = questions.filter((question) => isIn(filter, question))
  return (
    <section className={css.section}>
      <Segments
        label={t('filter.label')}
        value={filter}
        options={FILTERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
        onChange={setFilter}
      />
      <QuestionTable datasource={datasource} questions={shown} />
    </section>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={css.set}>
      <SkeletonLine width={40} />
      <SkeletonLine width={92} height={48} />
      <SkeletonLine width={92} height={48} />
    </div>
  </Loading>
)
