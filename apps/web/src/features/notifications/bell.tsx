// Imported here, not lazily: a late stylesheet makes the browser recalculate the style of every element.
import '@mantine/core/styles/Popover.layer.css'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useIdle } from '#lib/idle.ts'
import { useLazyComponents } from '#lib/use-lazy-components.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { lazyView } from '#lib/load-code.ts'
import { loadTexts } from '#lib/load-texts.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import css from './bell.module.css'
import { useUnread } from './use-unread.ts'

const PARTS = lazyPart(async () => {
  // A list that waits for its texts would hide the page.
  await loadTexts('notifications')
  const { BellList } = await import('./bell-list.tsx')
  return { BellList }
})

const ReadOpened = lazyView(async () => (await import('./read-opened.tsx')).ReadOpened)

/** The bell of the top bar, with a dot while something is unread. Its list is created on first use. */
export function NotificationBell() {
  return useInstalled('real-time-notifications') && <Bell />
}

function Bell() {
  const { t } = useTranslation('shell')
  // Asked for after what the page itself needs.
  const isIdle = useIdle()
  const { data } = useUnread(isIdle)
  const count = data?.unread ?? 0
  const { pathname } = useLocation()
  const shown = data?.shared?.flatMap(({ id, uri }) => (uri === pathname ? id : []))
  const [tried] = useState(() => new Set<number>())
  const [opened, setOpened] = useState(false)
  const { made, make } = useLazyComponents(PARTS)
  const button = (
    <IconButton
      icon="bell"
      large
      label={count ? t('notifications.unread', { count }) : t('notifications.none')}
      className={count ? css.dot : undefined}
      aria-haspopup="dialog"
      aria-expanded={opened}
      autoFocus={made !== undefined}
      onClick={() => (made ? setOpened(!opened) : make(() => setOpened(true)))}
    />
  )
  return (
    <>
      {made ? <made.BellList button={button} opened={opened} onChange={setOpened} /> : button}
      {shown?.length ? (
        <Suspense fallback={null}>
          <ReadOpened ids={shown} tried={tried} />
        </Suspense>
      ) : null}
    </>
  )
}
