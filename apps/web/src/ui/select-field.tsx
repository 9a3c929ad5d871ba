import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import css from './select-field.module.css'

interface SelectFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: string
  options: readonly { value: string; label: string }[]
  /** Shown while nothing is selected. */
  placeholder?: string
  onChange: (value: string) => void
}

/** A select with the browser's own list. */
export function SelectField({ label, hint, error, value, options, placeholder, onChange }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(linked) => (
        <span className={css.box}>
          <select {...linked} value={value} onChange={(event) => onChange(event.target.value)}>
            {placeholder !== undefined && !options.some((option) => option.value === value) && (
              <option value={value} disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="selector" size={14} />
        </span>
      )}
    </Field>
  )
}
