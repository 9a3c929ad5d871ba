import { cutText } from '@polylogue/contract/browser'
import { useEffect, useRef, type ReactNode } from 'react'
import css from './tick-list.module.css'

interface TickRow {
  id: number
  text: string
  /** Shown at the end of the row, for example a time or why it cannot be ticked. */
  note?: ReactNode
  disabled?: boolean
}

interface TickListProps {
  /** Accessible name of the list; shown above it unless hidden. */
  legend: string
  legendHidden?: boolean
  rows: readonly TickRow[]
  ticked: { has(id: number): boolean }
  onToggle: (id: number, ticked: boolean) => void
  /** The checkbox above the rows. */
  children?: ReactNode
}

/** Lists rows with checkboxes. */
export function TickList({ legend, legendHidden, rows, ticked, onToggle, children }: TickListProps) {
  return (
    <fieldset className={css.list}>
      <legend className={legendHidden ? 'sr' : undefined}>{legend}</legend>
      <div className={css.ticks}>
        {children}
        {rows.map(({ id, text, note, disabled }) => (
          <label key={id} className={css.tick} data-disabled={disabled || undefined}>
            <input
              type="checkbox"
              checked={ticked.has(id)}
              disabled={disabled}
              onChange={(event) => onToggle(id, event.target.checked)}
            />
            <span className="cut" dir="auto" title={cutText(text, 400)}>
              {text}
            </span>
            {note && <span className={css.note}>{note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface TickAllProps {
  label: string
  /** How many are ticked, in words. */
  text: string
  state: 'none' | 'some' | 'all'
  onChange: (all: boolean) => void
}

/** The checkbox that ticks all rows, for the head of a `TickList`. */
export function TickAll({ label, text, state, onChange }: TickAllProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <label className={css.all}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={state === 'all'}
        onChange={() => onChange(state !== 'all')}
      />
      <span className="num">{text}</span>
    </label>
  )
}
