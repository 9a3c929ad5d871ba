import { useId } from 'react'
import css from './segments.module.css'

interface SegmentsProps<V extends string> {
  /** Accessible name of the choice. */
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  /** Chooses the content below, and looks like tabs; otherwise a value of a form. */
  asTabs?: boolean
}

/** A segmented control. Arrow keys move the choice, as in every radio group. */
export function Segments<V extends string>(props: SegmentsProps<V>) {
  const { label, value, options, onChange, asTabs = false } = props
  const name = useId()
  return (
    <div
      className={asTabs ? css.tabs : css.segments}
      role="radiogroup"
      aria-label={label}
      data-tabs={asTabs || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={css.segment}>
          <input
            type="radio"
            className="sr"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
