// The parts of a field for messages: its frame with text area and bar, the buttons at the bar's end, the line below.
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import css from './message-box.module.css'
import { Tooltip } from './tooltip.tsx'

const joined = (own: string | undefined, other: string | undefined) => [own, other].filter(Boolean).join(' ')

export const MessageBox = ({ className, ...props }: ComponentProps<'div'>) => (
  <div {...props} className={joined(css.box, className)} />
)

export const MessageText = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea dir="auto" {...props} className={joined(css.area, className)} />
)

export const MessageBar = ({ className, ...props }: ComponentProps<'div'>) => (
  <div {...props} className={joined(css.bar, className)} />
)

interface SendButtonProps {
  label: string
  /** Why it is disabled; shown instead of the label. */
  why?: string | undefined
  disabled: boolean
  onSend: () => void
}

export function SendButton({ label, why, disabled, onSend }: SendButtonProps) {
  return (
    <Tooltip label={why ?? label} keys={disabled && why !== undefined ? undefined : '⏎'}>
      <button
        type="button"
        className={css.send}
        aria-label={label}
        aria-disabled={disabled || undefined}
        onClick={onSend}
      >
        <Icon name="arrow-up" size={18} />
      </button>
    </Tooltip>
  )
}

export function StopButton({
  label,
  disabled,
  onStop,
}: {
  label: string
  disabled: boolean
  onStop: () => void
}) {
  return (
    <Tooltip label={label} keys="Esc">
      <button
        type="button"
        className={css.stop}
        aria-label={label}
        aria-keyshortcuts="Escape"
        aria-disabled={disabled || undefined}
        onClick={onStop}
      >
        <i />
      </button>
    </Tooltip>
  )
}

/** A line below the field; a warning gets a sign. */
export function MessageHint({
  id,
  warns = false,
  children,
}: {
  id: string
  warns?: boolean
  children: ReactNode
}) {
  return (
    <p id={id} className={css.fine} data-warning={warns || undefined}>
      {warns && <Icon name="alert-triangle" size={14} />}
      {children}
    </p>
  )
}
