import type { InputHTMLAttributes } from 'react'
import css from './checkbox.module.css'

/** A checkbox with its label; with `quiet` the label is only for screen readers. */
export function Checkbox({
  label,
  quiet = false,
  ...input
}: { label: string; quiet?: boolean } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  return (
    <label className={css.checkbox} data-quiet={quiet || undefined}>
      <input type="checkbox" {...input} />
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 12l5 5l10 -10" />
      </svg>
      <span className={quiet ? 'sr' : undefined}>{label}</span>
    </label>
  )
}
