import type { GoldenSetEntry } from '@polylogue/contract'
import { Suspense } from 'react'
import { canWrite } from '#lib/can.ts'
import { usePageParam, useTypedParam } from '#lib/address.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconButton, IconLink } from '#ui/icon-button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { ItemList, ItemRow, PagedPanelList, useItemDialogs } from '#features/items/index.ts'
import { SharingFact } from '#features/sharing/index.ts'
import { LedAway } from '#ui/led-away.tsx'
import { usePermission } from '#features/session/index.ts'
import { SETS_PER_PAGE, useFoundSets } from './api.ts'
import css from './goldensets.module.css'
import { SetDialogs } from './item/set-dialogs.tsx'
import { SetMenu } from './item/set-menu.tsx'
import { RunState } from './run/run-state.tsx'

/** The golden sets of the user. */
function GoldenSetsPage() {
  const { t } = useTranslation('goldensets')
  if (usePermission('can_use_prompts') === false) return <LedAway why="notAllowed" />
  return (
    <>
      <LeadRow lead={t('lead')}>
        <IconLink icon="help-circle" label={t('help')} to="/help/golden-sets" />
      </LeadRow>
      <GoldenSets />
    </>
  )
}

function GoldenSets() {
  const { t } = useTranslation('goldensets')
  const dialogs = useItemDialogs('goldensets')
  const { text, value: q, setText } = useTypedParam('q')
  const [page, setPage] = usePageParam()
  const { data, ...query } = useFoundSets({ q, page })
  const filtered = q !== '' || text.trim() !== ''
  return (
    <div>
      <PagedPanelList
        list={{ ...query, data: data && { items: data.sets, total: data.total } }}
        filter={{ text, setText, filtered, clear: () => setText('') }}
        pager={{ label: t('pages'), page, pageSize: SETS_PER_PAGE, onPage: setPage }}
        words={{
          loadFailed: t('loadFailed'),
          emptyTitle: t('emptyTitle'),
          emptyText: t('emptyText'),
          filter: t('search'),
          clearFilter: t('clearFilter'),
          noMatch: (typed) => t('noMatch', { text: typed }),
          found: (count) => t('found', { count }),
          add: t('add'),
        }}
        onAdd={() => dialogs.show('create')}
      >
        {(found) => (
          <ItemList label={t('title')}>
            {found.map((set) => (
              <SetRow key={set.id} set={set} />
            ))}
          </ItemList>
        )}
      </PagedPanelList>
      <SetDialogs sets={data?.sets ?? []} />
    </div>
  )
}

function SetRow({ set }: { set: GoldenSetEntry }) {
  const { t } = useTranslation('goldensets')
  const dialogs = useItemDialogs('goldensets')
  const { id, name, description, promptCount } = set
  return (
    <ItemRow
      name={name}
      to={`/goldensets/${id}`}
      path={`/goldensets/${id}`}
      heading="h2"
      named={false}
      actions={
        <>
          {canWrite(set) && promptCount > 0 && (
            <IconButton
              icon="player-play"
              label={t('runNamed', { name })}
              onClick={() => dialogs.show('run', id)}
            />
          )}
          <SetMenu set={set} opens />
        </>
      }
      facts={<Metadata set={set} />}
    >
      {description && (
        <div className={css.description}>
          <ClampedText name={name}>{description}</ClampedText>
        </div>
      )}
    </ItemRow>
  )
}

function Metadata({ set }: { set: GoldenSetEntry }) {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  const { promptCount, newestRun, ownerId, assocContexts, modified } = set
  return (
    <>
      <span>{t('prompts.count', { count: promptCount })}</span>
      <span>{t('changed', { when: format.moment(modified) })}</span>
      <Suspense fallback={null}>
        <SharingFact item={{ ownerId, assocContexts }} />
      </Suspense>
      {newestRun ? (
        <span>
          <RunState state={newestRun.state} /> {format.moment(newestRun.created)}
        </span>
      ) : (
        <span>{t('neverRun')}</span>
      )}
    </>
  )
}

export const goldenSetsPage: FeatureView = {
  useHeading: () => useTranslation('goldensets').t('title'),
  View: GoldenSetsPage,
}
