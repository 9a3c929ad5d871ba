import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { BarButton } from './bar-button.tsx'
import { SHARED_FORMATS, type SharedFormat } from './formats.ts'
import css from './shared-page.module.css'

interface DownloadMenuProps {
  onChoose: (format: SharedFormat) => void
}

/** The formats of this installation (`exportFormats`) as a menu. */
export function DownloadMenu({ onChoose }: DownloadMenuProps) {
  const { t } = useTranslation('shared-page')
  const { exportFormats } = useConfig()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const offered = SHARED_FORMATS.filter((format) => exportFormats.includes(format))
  const close = (takesFocus: boolean) => {
    setOpened(false)
    if (takesFocus) button.current?.focus()
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
      {opened && <Formats id={id} formats={offered} onChoose={onChoose} onClose={close} />}
    </>
  )
}

interface FormatsProps extends DownloadMenuProps {
  id: string
  formats: readonly SharedFormat[]
  /** `takesFocus`: the button gets it back. */
  onClose: (takesFocus: boolean) => void
}

function Formats({ id, formats, onChoose, onClose }: FormatsProps) {
  const { t } = useTranslation('shared-page')
  const menu = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    menu.current?.querySelector('button')?.focus()
    const outside = ({ target }: Event) => {
      const isInside = target instanceof Node && menu.current?.parentElement?.contains(target)
      if (!isInside) close(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [])
  const move = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll('button')]
    const at = items.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape') onClose(true)
    else if (event.key === 'Tab') onClose(false)
    else if (to !== undefined) items.at(to % items.length)?.focus()
    if (event.key === 'Escape' || to !== undefined) event.preventDefault()
  }
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={t('download')}
      className={css.menu}
      onKeyDown={move}
    >
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={css.menuItem}
          onClick={() => {
            onClose(true)
            onChoose(format)
          }}
        >
          {t(`formats.${format}`)}
          <span aria-hidden="true">{`.${format}`}</span>
        </button>
      ))}
    </div>
  )
}
