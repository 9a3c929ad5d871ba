import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useBeginRun, useRun, useScorecards, type RunPlace } from '../runs-api.ts'
import { usePermission } from '#features/session/index.ts'
import css from './run.module.css'
import { RunProgress } from './run-progress.tsx'
import { RunState } from './run-state.tsx'

type Card = NonNullable<ReturnType<typeof useScorecards>['data']>[number]

/** The newest scorecards of a tag, and a run of it for each set; nothing if the user has no golden sets. */
export function TagScorecards({ modelTagId }: { modelTagId: number }) {
  const { t } = useTranslation(['goldensets', 'ui'])
  const cards = useScorecards(modelTagId, usePermission('can_use_prompts') === true)
  if (cards.isError && !cards.data)
    return (
      <p className={css.cardsFailed}>
        {t('cards.loadFailed')}{' '}
        <Button size="small" kind="quiet" onClick={() => void cards.refetch()}>
          {t('ui:tryAgain')}
        </Button>
      </p>
    )
  if (!cards.data || cards.data.length === 0) return null
  return (
    <section className={css.cards} aria-label={t('cards.title')}>
      <h3>{t('cards.title')}</h3>
      <ul>
        {cards.data.map((card) => (
          <CardRow key={card.goldensetId} card={card} modelTagId={modelTagId} />
        ))}
      </ul>
    </section>
  )
}

function CardRow({ card, modelTagId }: { card: Card; modelTagId: number }) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const begin = useBeginRun()
  const [begun, setBegun] = useState<RunPlace | null>(null)
  const { data: run } = useRun(begun)
  const { goldensetId: id, name, promptCount, can } = card
  const start = () =>
    begin.mutate({ id, modelTagIds: [modelTagId] }, { onSuccess: (made) => setBegun({ id, runId: made.id }) })
  const isRunning = run?.state === 'running'
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <Link to={`/goldensets/${id}`} className="cut" title={name}>
          {name}
        </Link>
        <span className="sp" />
        {!isRunning && <Score card={card} begun={run} />}
        {can.run && promptCount > 0 && !isRunning && (
          <Button size="small" busy={begin.isPending} aria-label={t('runNamed', { name })} onClick={start}>
            {t('cards.run')}
          </Button>
        )}
      </div>
      {isRunning && <RunProgress run={run} />}
      {begin.error && (
        <p role="alert" className={css.cardsFailed}>
          {t('runs.notBegun', { sentence: errorMessage(begin.error).sentence })}
        </p>
      )}
    </li>
  )
}

/** The score of the run that was started here, else that of the newest one. */
function Score({ card, begun }: { card: Card; begun: ReturnType<typeof useRun>['data'] }) {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  if (begun && begun.state !== 'done') return <RunState state={begun.state} />
  const own = begun?.scorecards[0]
  const newest = own && begun ? { created: begun.created, scorecard: own } : card.run
  if (!newest) return <span className={css.note}>{t('cards.notRun')}</span>
  const { passed, total } = newest.scorecard
  return (
    <span className={css.note} role={begun ? 'status' : undefined}>
      <b className="num">{t('runs.score', { passed, total })}</b> {format.moment(newest.created)}
    </span>
  )
}
