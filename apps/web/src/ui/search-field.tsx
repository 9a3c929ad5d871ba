import type { InputHTMLAttributes } from 'react'
import { Icon } from './icon.tsx'
import css from './search-field.module.css'

type SearchFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'aria-label'> & {
  /** Its name, shown while it is empty unless there is another placeholder. */
  label: string
}

/** Filters what stands below it. `className` says how wide and high it is. */
export function SearchField({ label, className, placeholder = label, ...rest }: SearchFieldProps) {
  return (
    <label className={[css.search, className].filter(Boolean).join(' ')}>
      <Icon name="search" />
      <input {...rest} type="search" aria-label={label} placeholder={placeholder} />
    </label>
  )
}
