import type { InputHTMLAttributes } from 'react'
import css from './switch.module.css'

/** A switch with its label; applies at once. */
export function Switch({
  label,
  checked,
  ...input
}: { label: string; checked: boolean } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'role' | 'checked'
>) {
  return (
    <label className={css.switch}>
      <input type="checkbox" role="switch" checked={checked} aria-checked={checked} {...input} />
      <span>{label}</span>
    </label>
  )
}
