import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useNotices, type NoticeKind, type Notices } from '../lib/notices.ts'
import { useTranslation } from '../lib/texts.ts'
import { IconButton } from './icon-button.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './notices-view.module.css'

const icons: Record<NoticeKind, IconName> = {
  done: 'circle-check',
  info: 'info-circle',
  warning: 'alert-triangle',
  failure: 'alert-circle',
}

/** The notices at the bottom right, above dialogs and above what one writes in (`data-keep-clear`). Failures are read aloud at once, all else when there is a pause. */
export function NoticesView() {
  const { t } = useTranslation('ui')
  const notices = useNotices()
  const shown = useSyncExternalStore(notices.subscribe, notices.list)
  const box = useRef<HTMLElement>(null)
  useHeld(box, notices)
  useClear(box, shown.length > 0)
  useUncovered(box, shown.length > 0)
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
          </div>
          <IconButton icon="x" label={t('closeNotice')} onClick={() => notices.close(notice.id)} />
        </div>
      ))}
    </section>,
    document.body,
  )
}

/** Under the pointer and with the focus in them notices stay. */
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

/** Lifts the notices above what must not be covered, as long as there are any. */
function useClear(box: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    if (!shown) return undefined
    const fields = document.querySelectorAll('[data-keep-clear]')
    const lift = () => {
      const tops = [...fields].flatMap((element) =>
        element.getClientRects().length > 0 ? element.getBoundingClientRect().top : [],
      )
      const covered = innerHeight - Math.min(innerHeight, ...tops)
      box.current?.style.setProperty('--clear', `${covered}px`)
    }
    lift()
    // A field grows as one writes.
    const size = new ResizeObserver(lift)
    fields.forEach((element) => size.observe(element))
    window.addEventListener('resize', lift)
    return () => {
      size.disconnect()
      window.removeEventListener('resize', lift)
    }
  }, [box, shown])
}

/** When something under the notices gets the focus, they go to the other end of the window (WCAG 2.2, 2.4.11) and stay there. */
function useUncovered(box: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    const element = box.current
    if (!shown || !element) return undefined
    const uncover = () => {
      const focused = document.activeElement
      if (!focused || element.contains(focused)) return
      const { left, top, width, height } = focused.getBoundingClientRect()
      const seen = document.elementFromPoint(left + width / 2, top + height / 2)
      if (element.contains(seen)) element.toggleAttribute('data-aside')
    }
    // Once the browser has scrolled to it.
    const soon = () => requestAnimationFrame(uncover)
    document.addEventListener('focusin', soon)
    return () => {
      document.removeEventListener('focusin', soon)
      element.removeAttribute('data-aside')
    }
  }, [box, shown])
}
