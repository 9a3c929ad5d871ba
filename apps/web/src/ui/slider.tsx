import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import css from './slider.module.css'

interface SliderProps {
  label: string
  hint?: string
  error?: string | undefined
  bounds: { readonly min: number; readonly max: number }
  value: number
  /** The value with its unit, for screen readers. */
  said: string
  /** What the reset button sets, and its accessible name. */
  reset: { readonly value: number; readonly label: string }
  /** Where the reset button is. */
  resetAt?: 'left' | 'none' | 'right'
  onChange: (value: number) => void
}

/** A whole number with a slider for rough and a field for exact values. */
export function Slider({ label, hint, error, reset, resetAt = 'right', ...number }: SliderProps) {
  const { bounds, value, said, onChange } = number
  const { min, max } = bounds
  const button = (
    <IconButton
      icon="refresh"
      label={reset.label}
      disabled={value === reset.value}
      onClick={() => onChange(reset.value)}
    />
  )
  return (
    <Field label={label} hint={hint} error={error}>
      {(linked) => (
        <span className={css.slider}>
          {resetAt === 'left' && button}
          <input
            {...linked}
            type="range"
            min={min}
            max={max}
            value={value}
            aria-valuetext={said}
            onChange={(event) => onChange(Math.round(Number(event.target.value)))}
          />
          <Exact label={label} bounds={bounds} value={value} onChange={onChange} />
          {resetAt === 'right' && button}
        </span>
      )}
    </Field>
  )
}

/** Rounds what is typed and keeps it within the bounds. */
function Exact({
  label,
  bounds: { min, max },
  value,
  onChange,
}: Pick<SliderProps, 'label' | 'bounds' | 'value' | 'onChange'>) {
  const commit = (field: HTMLInputElement) => {
    const typed = Math.round(field.valueAsNumber)
    const next = Math.min(max, Math.max(min, Number.isFinite(typed) ? typed : value))
    field.value = String(next)
    if (next !== value) onChange(next)
  }
  return (
    <input
      // Restarts with each value that the slider sets, and keeps unfinished input until then.
      key={value}
      type="number"
      inputMode="numeric"
      aria-label={label}
      min={min}
      max={max}
      defaultValue={value}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget)}
    />
  )
}
