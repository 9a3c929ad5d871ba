import type { GoldenRun } from '@polylogue/contract'
import type { FeatureView } from '#lib/feature-page.ts'
import { useFormat } from '#lib/format.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useIdInPath } from '#lib/use-id-in-path.ts'
import { LinkButton } from '#ui/button.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useGoldenSet } from '../api.ts'
import shared from '../goldensets.module.css'
import { useRun, type RunPlace } from '../runs-api.ts'
import { usePermission } from '#features/session/index.ts'
import { Results } from './results.tsx'
import { useSeenRun } from '../run/run-state.tsx'
import { RunBar } from './run-bar.tsx'
import { Scorecards } from './scorecards.tsx'

/** Returns the set and the run that the address names; 0 for anything that is no number. */
const usePlace = (): RunPlace => ({ id: useIdInPath('id'), runId: useIdInPath('runId') })

/** A run: the scorecards of its models, then the answers side by side. */
function GoldenRunPage() {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const place = usePlace()
  const run = useRun(place)
  if (usePermission('can_use_prompts') === false) return <LedAway why="notAllowed" />
  if (isGone(run.error))
    return (
      <EmptyState title={t('runs.gone')}>
        <LinkButton to={place.id === 0 ? '/goldensets' : `/goldensets/${place.id}`}>{t('toSet')}</LinkButton>
      </EmptyState>
    )
  if (run.data) return <WholeRun run={run.data} />
  if (!run.isError) return <Skeleton />
  return (
    <LoadFailed
      title={t('runs.oneLoadFailed')}
      {...errorMessage(run.error)}
      onRetry={() => void run.refetch()}
    />
  )
}

function WholeRun({ run }: { run: GoldenRun }) {
  useSeenRun(run)
  return (
    <div className={shared.set}>
      <RunBar run={run} />
      <Scorecards run={run} />
      <Results run={run} />
    </div>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={shared.bones}>
      <SkeletonLine width={40} />
      <SkeletonLine width={92} height={120} />
      <SkeletonLine width={92} height={240} />
    </div>
  </Loading>
)

export const goldenRunPage: FeatureView = {
  useHeading: () => {
    const { t } = useTranslation('goldensets')
    const format = useFormat()
    const { data: run } = useRun(usePlace())
    return run ? t('runs.heading', { when: format.full(run.created) }) : t('runs.one')
  },
  useCrumb: () => {
    const { t } = useTranslation('goldensets')
    const { id } = usePlace()
    const { data: set } = useGoldenSet(id === 0 ? null : id)
    return { to: `/goldensets/${id}`, text: set?.name ?? t('title') }
  },
  View: GoldenRunPage,
}
