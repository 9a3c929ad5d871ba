import type { InputHTMLAttributes } from 'react'
import css from './radio-option.module.css'

/** A radio button with an explanation. Belongs into a `radiogroup` with a name. */
export function RadioOption({
  label,
  text,
  ...input
}: { label: string; text: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  return (
    <label className={css.option}>
      <input type="radio" {...input} />
      <span className={css.label}>{label}</span>
      <span className={css.text}>{text}</span>
    </label>
  )
}
