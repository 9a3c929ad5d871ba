import { useEffect, useRef } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import css from './quiet-bar.module.css'

/** The top bar in distraction-free mode: the exit button, and the heading for screen readers. */
export function QuietBar({ heading, onLeave }: { heading: string; onLeave: () => void }) {
  const { t } = useTranslation('shell')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The menu that opened this mode is gone, and this button will be: the focus must not be lost.
    button.current?.focus({ preventScroll: true })
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <>
      <header>
        <h1 className="sr" tabIndex={-1}>
          {heading}
        </h1>
        <IconButton
          ref={button}
          icon="minimize"
          large
          label={t('leaveQuiet')}
          keys="Esc"
          className={css.leave}
          onClick={onLeave}
        />
      </header>
      <OfflineStrip />
    </>
  )
}
