import { TextField } from '#ui/field.tsx'
import css from './editor.module.css'

interface NumberFieldProps {
  label: string
  hint?: string
  error: string | undefined
  /** Null while the field is empty. */
  value: number | null
  range: { readonly min: number; readonly max: number }
  /** The unit, after the number. */
  unit?: string
  onChange: (value: number | null) => void
}

/** A whole number. */
export function NumberField({ label, hint, error, value, range, unit, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      type="number"
      inputMode="numeric"
      step={1}
      min={range.min}
      max={range.max}
      value={value ?? ''}
      end={unit && <span className={css.unit}>{unit}</span>}
      onChange={({ target }) => onChange(target.value === '' ? null : Math.round(target.valueAsNumber))}
    />
  )
}
