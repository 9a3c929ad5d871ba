import type { GoldenSet } from '@polylogue/contract'
import { useNavigate } from 'react-router'
import { canWrite } from '#lib/can.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { useIdInPath } from '#lib/use-id-in-path.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { EmptyState, LoadFailed, PageSkeleton } from '#ui/states.tsx'
import { usePermission } from '#features/session/index.ts'
import { useItemDialogs } from '#features/items/index.ts'
import { useGoldenSet } from './api.ts'
import { Prompts } from './editor/prompts.tsx'
import css from './goldensets.module.css'
import { SetDialogs } from './item/set-dialogs.tsx'
import { SetMenu } from './item/set-menu.tsx'
import { Runs } from './run/runs.tsx'

/** A golden set: its prompts and their checks, its runs and their scores. */
function GoldenSetPage() {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const set = useGoldenSet(useIdInPath('id'))
  if (usePermission('can_use_prompts') === false) return <LedAway why="notAllowed" />
  if (isGone(set.error))
    return (
      <EmptyState title={t('gone')}>
        <LinkButton to="/goldensets">{t('all')}</LinkButton>
      </EmptyState>
    )
  if (set.data) return <WholeSet set={set.data} />
  if (!set.isError) return <PageSkeleton />
  return (
    <LoadFailed title={t('oneLoadFailed')} {...errorMessage(set.error)} onRetry={() => void set.refetch()} />
  )
}

function WholeSet({ set }: { set: GoldenSet }) {
  const { t } = useTranslation('goldensets')
  const navigate = useNavigate()
  const dialogs = useItemDialogs('goldensets')
  const runs = canWrite(set) && set.prompts.length > 0
  return (
    <div className={css.set}>
      <div className={css.head}>
        <div className={css.about}>
          {set.description && <ClampedText name={set.name}>{set.description}</ClampedText>}
        </div>
        {runs && (
          <Button kind="fill" icon="player-play" onClick={() => dialogs.show('run', set.id)}>
            {t('run')}
          </Button>
        )}
        <SetMenu set={set} />
        <IconLink icon="help-circle" label={t('help')} to="/help/golden-sets" />
      </div>
      <Runs set={set} />
      <Prompts set={set} />
      <SetDialogs sets={[set]} onGone={() => void navigate('/goldensets')} />
    </div>
  )
}

export const goldenSetPage: FeatureView = {
  useHeading: () => {
    const { t } = useTranslation('goldensets')
    return useGoldenSet(useIdInPath('id')).data?.name ?? t('title')
  },
  useCrumb: () => ({ to: '/goldensets', text: useTranslation('goldensets').t('title') }),
  View: GoldenSetPage,
}
