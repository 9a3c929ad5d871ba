import { useEffect, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useNotices, type Notice, type NoticeKind, type Notices } from '#lib/notices.ts'
import { useStore } from '#lib/store.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { usePlace } from './notices-place.ts'
import css from './notices-view.module.css'

const icons: Record<NoticeKind, IconName> = {
  done: 'circle-check',
  info: 'info-circle',
  warning: 'alert-triangle',
  failure: 'alert-circle',
}

/**
 * Shows the notices at the bottom right, above dialogs where there is room and above the composer (`data-keep-clear`).
 * Failures are announced at once (assertive), all others politely.
 */
export function NoticesView() {
  const { t } = useTranslation('ui')
  const notices = useNotices()
  const shown = useStore(notices)
  const box = useRef<HTMLElement>(null)
  useHeld(box, notices)
  usePlace(box, shown)
  return createPortal(
    <section ref={box} className={css.notices} aria-label={t('notices')} aria-live="polite">
      {shown.map((notice) => (
        <div
          key={notice.id}
          className={css.notice}
          data-kind={notice.kind}
          role={notice.kind === 'failure' ? 'alert' : undefined}
        >
          <Icon name={icons[notice.kind]} />
          <div className={css.text}>
            <b>{notice.title}</b>
            {notice.text && <p>{notice.text}</p>}
            {notice.action && <Action notice={notice} notices={notices} />}
          </div>
          <IconButton icon="x" label={t('closeNotice')} onClick={() => notices.close(notice.id)} />
        </div>
      ))}
    </section>,
    document.body,
  )
}

function Action({ notice: { id, action }, notices }: { notice: Notice; notices: Notices }) {
  const act = () => {
    notices.close(id)
    action?.run()
  }
  return (
    <Button size="small" onClick={act}>
      {action?.label}
    </Button>
  )
}

/** Keeps notices open while they have the pointer or the focus. */
function useHeld(box: RefObject<HTMLElement | null>, notices: Notices): void {
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const hold = () => notices.hold(true)
    const release = () => notices.hold(element.matches(':hover, :focus-within'))
    const soon = () => queueMicrotask(release)
    element.addEventListener('pointerenter', hold)
    element.addEventListener('pointerleave', soon)
    element.addEventListener('focusin', hold)
    element.addEventListener('focusout', soon)
    return () => {
      element.removeEventListener('pointerenter', hold)
      element.removeEventListener('pointerleave', soon)
      element.removeEventListener('focusin', hold)
      element.removeEventListener('focusout', soon)
    }
  }, [box, notices])
}
