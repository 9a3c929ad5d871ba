import type { InputHTMLAttributes } from 'react'
import css from './checkbox.module.css'

/** A checkbox with its label. */
export function Checkbox({
  label,
  ...input
}: { label: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  return (
    <label className={css.checkbox}>
      <input type="checkbox" {...input} />
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 12l5 5l10 -10" />
      </svg>
      <span>{label}</span>
    </label>
  )
}
