import '@mantine/core/styles/Tooltip.layer.css'
import { Tooltip as MantineTooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import css from './tooltip.module.css'

interface TooltipProps {
  label: string
  /** Keys as they stand on a keyboard. */
  keys?: string | undefined
  children: ReactElement
}

/** Names what the pointer or the keyboard stands on, after half a second. It repeats a name and never tells more than it. */
export function Tooltip({ label, keys, children }: TooltipProps) {
  const shown = (
    <>
      {label}
      {keys && <kbd className={css.keys}>{keys}</kbd>}
    </>
  )
  return (
    <MantineTooltip
      label={shown}
      openDelay={500}
      events={{ hover: true, focus: true, touch: false }}
      classNames={{ tooltip: css.tooltip ?? '' }}
      transitionProps={{ duration: 140, transition: 'fade' }}
    >
      {children}
    </MantineTooltip>
  )
}
