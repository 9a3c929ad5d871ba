import type { GoldenRun, GoldenSet } from '@polylogue/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { fullName, useUser } from '#features/users/index.ts'
import shared from '../goldensets.module.css'
import { useRuns, type FoundRuns } from '../runs-api.ts'
import { RunsPlot } from './runs-plot.tsx'
import css from './run.module.css'
import { RunProgress } from './run-progress.tsx'
import { RunState, useSeenRun } from './run-state.tsx'

/** Runs shown at first, and with each further step. */
const STEP = 5

/** The runs of a set, the newest first, and their pass rates over time. */
export function Runs({ set }: { set: GoldenSet }) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const runs = useRuns(set.id)
  return (
    <section className={shared.section} aria-labelledby="golden-runs">
      <h2 id="golden-runs">{t('runs.title')}</h2>
      {runs.isPending && <Skeleton />}
      {runs.isError && !runs.data && (
        <LoadFailed
          title={t('runs.loadFailed')}
          {...errorMessage(runs.error)}
          onRetry={() => void runs.refetch()}
        />
      )}
      {runs.data && <Results {...runs.data} />}
    </section>
  )
}

function Results({ runs, hidden }: FoundRuns) {
  const { t } = useTranslation('goldensets')
  return (
    <>
      {hidden && <p className={shared.quiet}>{t('runs.hidden')}</p>}
      {runs.length === 0 && !hidden && <p className={shared.quiet}>{t('runs.none')}</p>}
      {runs.length > 0 && (
        <div className={css.both}>
          <RunList runs={runs} />
          <RunsPlot runs={runs} />
        </div>
      )}
    </>
  )
}

function RunList({ runs }: { runs: readonly GoldenRun[] }) {
  const { t } = useTranslation(['goldensets', 'ui'])
  const [shown, setShown] = useState(STEP)
  return (
    <div>
      <ul className={css.runs} aria-label={t('runs.title')}>
        {runs.slice(0, shown).map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
      {runs.length > shown && (
        <Button size="small" onClick={() => setShown(shown + STEP)}>
          {t('ui:showMore')}
        </Button>
      )}
    </div>
  )
}

function RunRow({ run }: { run: GoldenRun }) {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  const { id, goldensetId, created, userId, state, scorecards } = run
  useSeenRun(run)
  return (
    <li className={css.run}>
      <div className={css.runHead}>
        <Link to={`/goldensets/${goldensetId}/runs/${id}`} className={css.when}>
          <time dateTime={created}>{format.full(created)}</time>
        </Link>
        {userId !== null && <Who id={userId} />}
        <span className="sp" />
        <RunState state={state} />
      </div>
      {state === 'running' && <RunProgress run={run} />}
      <div className={css.scores}>
        {scorecards.map(({ modelTagId, modelName, modelTagName, passed, total }) => (
          <Chip key={modelTagId} kind="line">
            <span className="cut">{`${modelName} ${modelTagName}`}</span>
            <b className="num">{t('runs.score', { passed, total })}</b>
          </Chip>
        ))}
      </div>
    </li>
  )
}

/** Renders nothing while the user is not known, or is hidden from the reader. */
function Who({ id }: { id: number }) {
  const { data: user } = useUser(id)
  return user ? <span className={shared.quiet}>{fullName(user)}</span> : null
}

const Skeleton = () => (
  <Loading>
    <div className={shared.bones}>
      <SkeletonLine width={40} />
      <SkeletonLine width={60} />
    </div>
  </Loading>
)
