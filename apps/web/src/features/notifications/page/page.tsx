import { useState } from 'react'
import type { FeatureView } from '#lib/feature-page.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { Segments } from '#ui/segments.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { NotInstalled, useInstalled } from '#features/plugins/index.ts'
import { SHOWN, useMarkAll, useNotifications, type Shown } from '../api.ts'
import { NOTIFICATION_SETTINGS } from '../settings-name.ts'
import { StreamState } from '../stream-state.tsx'
import { DeleteAll } from './delete-all.tsx'
import css from './page.module.css'
import { SettingsDialog } from './settings-dialog.tsx'
import { ThreadList } from './thread-list.tsx'

/** One's notifications: unread, read or all, by day; what to be told about; delete all. */
function Notifications() {
  const installed = useInstalled('real-time-notifications')
  return installed ? <NotificationsPage /> : <NotInstalled id="real-time-notifications" />
}

function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const [shown, setShown] = useState<Shown>('unread')
  const { open, show, close } = useDialogs()
  return (
    <>
      <LeadRow lead={t('lead')}>
        <PageActions />
        <IconButton icon="settings" label={t('settings')} onClick={() => show(NOTIFICATION_SETTINGS)} />
      </LeadRow>
      <StreamState />
      <div className={css.filter}>
        <Segments
          label={t('show')}
          value={shown}
          options={SHOWN.map((value) => ({ value, label: t(`filters.${value}`) }))}
          onChange={setShown}
        />
      </div>
      <List shown={shown} />
      <SettingsDialog opened={open === NOTIFICATION_SETTINGS} onClose={close} />
    </>
  )
}

function PageActions() {
  const { t } = useTranslation('notifications')
  const markAll = useMarkAll()
  const [asks, setAsks] = useState(false)
  const unread = useNotifications('unread').data?.unread ?? 0
  const isEmpty = useNotifications('all').data?.entries.length === 0
  return (
    <>
      {unread > 0 && (
        <Button icon="check" busy={markAll.isPending} onClick={() => markAll.mutate()}>
          {t('markAll')}
        </Button>
      )}
      {!isEmpty && (
        <Button icon="trash" onClick={() => setAsks(true)}>
          {t('deleteAll')}
        </Button>
      )}
      <DeleteAll opened={asks} onClose={() => setAsks(false)} />
    </>
  )
}

const EMPTY = { unread: 'empty', read: 'emptyRead', all: 'emptyAll' } as const

function List({ shown }: { shown: Shown }) {
  const { t } = useTranslation(['notifications', 'ui'])
  const errorMessage = useErrorMessage()
  const list = useNotifications(shown)
  if (list.isError && !list.data)
    return (
      <LoadFailed title={t('loadFailed')} {...errorMessage(list.error)} onRetry={() => void list.refetch()} />
    )
  if (!list.data)
    return (
      <Loading>
        <div className={css.bones}>
          <SkeletonLine width={48} height={40} />
          <SkeletonLine width={56} height={40} />
          <SkeletonLine width={40} height={40} />
        </div>
      </Loading>
    )
  if (list.data.entries.length === 0)
    return (
      <EmptyState
        title={t(EMPTY[shown])}
        text={shown === 'read' ? undefined : t('emptyText')}
        wayOn={shown === 'all' ? 'none' : 'beside'}
      />
    )
  return (
    <>
      <ThreadList entries={list.data.entries} />
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('ui:showMore')}
        </Button>
      )}
    </>
  )
}

export const notificationsPage: FeatureView = {
  useHeading: () => useTranslation('notifications').t('title'),
  View: Notifications,
}
