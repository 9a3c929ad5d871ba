// The list of the bell, loaded when it is first opened (bell.tsx).
import { Popover } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react'
import { useLocation } from 'react-router'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { IconButton, IconLink } from '#ui/icon-button.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { useMark, useMarkAll } from './api.ts'
import { entryOf, threadsOf, type Thread } from './entries.ts'
import css from './notifications.module.css'
import { focusBeside, Row } from './row.tsx'
import { NOTIFICATION_SETTINGS } from './settings-name.ts'
import { StreamState } from './stream-state.tsx'
import { useTimes } from './times.ts'
import { useUnread } from './use-unread.ts'
import { useWords } from './words.ts'

/** The newest unread notifications of the list. */
const LISTED = 10

interface BellListProps {
  button: ReactElement
  opened: boolean
  onChange: (opened: boolean) => void
}

/** The unread notifications in a popover of the bell, which closes when the page or its dialog changes. */
export function BellList({ button, opened, onChange }: BellListProps) {
  const { t } = useTranslation('notifications')
  const { key } = useLocation()
  const close = useEffectEvent(() => onChange(false))
  const last = useRef(key)
  useEffect(() => {
    if (last.current !== key) close()
    last.current = key
  }, [key])
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      offset={4}
      shadow="none"
      trapFocus
      returnFocus
      withRoles={false}
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ dropdown: css.panel ?? '' }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('title')}>
        <Content />
      </Popover.Dropdown>
    </Popover>
  )
}

function Content() {
  const { t } = useTranslation('notifications')
  const unread = useUnread().data?.unread ?? 0
  const markAll = useMarkAll()
  return (
    <div className={css.content} data-notifications>
      <div className={css.head}>
        <h2>{t('title')}</h2>
        {unread > 0 && <span className={css.small}>{t('unread', { count: unread })}</span>}
        <span className="sp" />
        {unread > 0 && (
          <Button kind="quiet" size="small" onClick={() => markAll.mutate()}>
            {t('markAll')}
          </Button>
        )}
        <IconLink
          icon="settings"
          label={t('settings')}
          to={`/notifications?dialog=${NOTIFICATION_SETTINGS}`}
        />
      </div>
      <StreamState />
      <Unread />
      <div className={css.foot}>
        <LinkButton kind="quiet" size="small" to="/notifications">
          {t('toPage')}
        </LinkButton>
      </div>
    </div>
  )
}

function Unread() {
  const { t } = useTranslation('notifications')
  const errorMessage = useErrorMessage()
  const times = useTimes()
  const unread = useUnread()
  if (unread.isError && !unread.data)
    return (
      <div className={css.state}>
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(unread.error)}
          onRetry={() => void unread.refetch()}
        />
      </div>
    )
  if (!unread.data)
    return (
      <div className={css.state}>
        <Loading>
          <div className={css.bones}>
            <SkeletonLine width={64} height={36} />
            <SkeletonLine width={72} height={36} />
            <SkeletonLine width={56} height={36} />
          </div>
        </Loading>
      </div>
    )
  const threads = threadsOf(unread.data.notifications.slice(0, LISTED).map(entryOf))
  if (threads.length === 0)
    return (
      <div className={css.state}>
        <EmptyState title={t('empty')} text={t('emptyText')} wayOn="beside" />
      </div>
    )
  return (
    <ul className={css.list} aria-label={t('list')}>
      {threads.map((thread) => (
        <li key={thread[0].rootId}>
          <UnreadRow thread={thread} when={times.short(thread[0].at)} />
        </li>
      ))}
    </ul>
  )
}

function UnreadRow({ thread, when }: { thread: Thread; when: string }) {
  const { t } = useTranslation('notifications')
  const [entry] = thread
  const { title } = useWords()(entry)
  const mark = useMark()
  const markRead = () => mark.mutate({ ids: thread.map(({ id }) => id), read: true })
  return (
    <Row entry={entry} when={when} onOpen={markRead}>
      <IconButton
        icon="check"
        label={t('markRead', { title })}
        data-tick
        onClick={(event) => {
          focusBeside(event.currentTarget, '[data-tick]')
          markRead()
        }}
      />
    </Row>
  )
}
