import { useEffect, useRef } from 'react'
import { useTranslation } from '../../lib/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import css from './quiet-bar.module.css'

/** What is left of the top bar while nothing shall distract: the way out, and the heading for those who hear the page. */
export function QuietBar({ heading, onLeave }: { heading: string; onLeave: () => void }) {
  const { t } = useTranslation('shell')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The menu that led here is gone, and later this button is: the focus is never nowhere.
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
