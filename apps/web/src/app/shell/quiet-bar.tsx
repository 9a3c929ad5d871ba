import { useEffect, useRef } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import css from './quiet-bar.module.css'

interface QuietBarProps {
  /** The heading for screen readers; undefined where the page shows it. */
  heading: string | undefined
  onLeave: () => void
}

/** The top bar in distraction-free mode: the exit button, and the heading. */
export function QuietBar({ heading, onLeave }: QuietBarProps) {
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
        {heading !== undefined && (
          <h1 className="sr" tabIndex={-1}>
            {heading}
          </h1>
        )}
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
