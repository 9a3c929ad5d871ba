import type { DeletedItem } from '@polylogue/contract'
import { useState } from 'react'
import { useConfig } from '#lib/config.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { FilterBar, useItemFilter } from '#features/items/index.ts'
import { useDeletedItems, useEmptyBin, useErase } from './api.ts'
import { BinRows } from './rows.tsx'

/** The deleted items that one may take back, those deleted last first. */
function Bin() {
  const { t } = useTranslation('bin')
  const { binDays } = useConfig()
  const [asks, setAsks] = useState(false)
  const [doomed, setDoomed] = useState<DeletedItem>()
  const [opened, setOpened] = useState(false)
  const filter = useItemFilter()
  const list = useDeletedItems(filter.q)
  const hasOwn = list.data?.some(({ isOwn }) => isOwn) === true
  const erase = (item: DeletedItem) => {
    setDoomed(item)
    setOpened(true)
  }
  return (
    <>
      <LeadRow lead={t(binDays === 0 ? 'leadOff' : 'lead')}>
        {hasOwn && (
          <Button icon="trash" onClick={() => setAsks(true)}>
            {t('emptyBin')}
          </Button>
        )}
      </LeadRow>
      {(filter.filtered || (list.data?.length ?? 0) > 0) && <FilterBar filter={filter} label={t('filter')} />}
      <List list={list} filter={filter} onErase={erase} />
      <EraseDialog item={doomed} opened={opened} onClose={() => setOpened(false)} />
      <EmptyBin opened={asks} onClose={() => setAsks(false)} />
    </>
  )
}

interface ListProps {
  list: ReturnType<typeof useDeletedItems>
  filter: ReturnType<typeof useItemFilter>
  onErase: (item: DeletedItem) => void
}

function List({ list, filter, onErase }: ListProps) {
  const { t } = useTranslation(['bin', 'ui'])
  const { binDays } = useConfig()
  const errorMessage = useErrorMessage()
  if (list.isError && !list.data)
    return (
      <LoadFailed title={t('loadFailed')} {...errorMessage(list.error)} onRetry={() => void list.refetch()} />
    )
  if (!list.data)
    return (
      <Loading>
        <SkeletonLine height={52} />
        <SkeletonLine height={52} />
      </Loading>
    )
  if (list.data.length === 0 && filter.filtered)
    return (
      <EmptyState title={t('noMatch')}>
        <Button onClick={filter.clear}>{t('clearFilter')}</Button>
      </EmptyState>
    )
  if (list.data.length === 0)
    return (
      <EmptyState
        title={t('empty')}
        text={binDays === 0 ? t('emptyTextOff') : t('emptyText', { count: binDays })}
        wayOn="none"
      />
    )
  return (
    <>
      <BinRows items={list.data} onErase={onErase} />
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('ui:showMore')}
        </Button>
      )}
    </>
  )
}

interface EraseDialogProps {
  item: DeletedItem | undefined
  opened: boolean
  onClose: () => void
}

function EraseDialog({ item, ...dialog }: EraseDialogProps) {
  const { t } = useTranslation('bin')
  const erase = useErase()
  const name = item?.name ?? ''
  return (
    <DeleteDialog
      id={item?.id}
      remove={erase}
      words={{
        title: t('erase'),
        question: t('eraseQuestion', { name }),
        verb: t('erase'),
        deleted: t('erased', { name }),
      }}
      {...dialog}
    />
  )
}

function EmptyBin({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('bin')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const empty = useEmptyBin()
  const close = () => {
    empty.reset()
    onClose()
  }
  const confirm = () =>
    empty.mutate(undefined, {
      onSuccess: (count) => {
        notices.show({ kind: 'done', title: t('emptied', { count }) })
        close()
      },
    })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('emptyBin')}
      question={t('emptyQuestion')}
      verb={t('emptyBin')}
      busy={empty.isPending}
      failure={empty.error ? errorMessage(empty.error).sentence : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  )
}

export const binPage: FeatureView = {
  useHeading: () => useTranslation('bin').t('title'),
  View: Bin,
}
