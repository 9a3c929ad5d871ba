import { useEffect, useId, useRef, useState } from 'react'
import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { BarButton } from './bar-button.tsx'
import { SHARED_FORMATS, type SharedFormat } from './formats.ts'
import css from './shared-page.module.css'

/** The formats of this installation (`exportFormats`) as a menu. */
export function DownloadMenu({ onChoose }: { onChoose: (format: SharedFormat) => void }) {
  const { t } = useTranslation('shared-page')
  const { exportFormats } = useConfig()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const offered = SHARED_FORMATS.filter((format) => exportFormats.includes(format))
  useEffect(() => {
    if (!opened) return undefined
    menu.current?.querySelector('button')?.focus()
    const outside = ({ target }: Event) => {
      const isInside = target instanceof Node && menu.current?.parentElement?.contains(target)
      if (!isInside) setOpened(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [opened])
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  const move = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll('button')]
    const at = items.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpened(false)
    else if (to !== undefined) items.at(to % items.length)?.focus()
    if (event.key === 'Escape' || to !== undefined) event.preventDefault()
  }
  if (offered.length === 0) return null
  return (
    <>
      <BarButton
        ref={button}
        icon="download"
        label={t('download')}
        opens
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      />
      {opened && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={t('download')}
          className={css.menu}
          onKeyDown={move}
        >
          {offered.map((format) => (
            <button
              key={format}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={css.menuItem}
              onClick={() => {
                close()
                onChoose(format)
              }}
            >
              {t(`formats.${format}`)}
              <span aria-hidden="true">{`.${format}`}</span>
            </button>
          ))}
        </div>
      )}
    </>
  )
}
