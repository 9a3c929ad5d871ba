import type { InputHTMLAttributes } from 'react'
import { Icon } from './icon.tsx'
import css from './search-field.module.css'

type SearchFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'aria-label'> & {
  /** Accessible name, also the placeholder unless there is another. */
  label: string
}

/** A field that filters the list below it; Enter does not submit the form around it. `className` sets its size. */
export function SearchField({ label, className, placeholder = label, onKeyDown, ...rest }: SearchFieldProps) {
  return (
    <label className={[css.search, className].filter(Boolean).join(' ')}>
      <Icon name="search" />
      <input
        {...rest}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
          onKeyDown?.(event)
        }}
      />
    </label>
  )
}
