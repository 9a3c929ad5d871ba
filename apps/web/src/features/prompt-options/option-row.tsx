import { useId, type ChangeEvent, type InputHTMLAttributes, type MouseEvent } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { isChanged, standardOf, wrongWith, type OptionKind } from './options.ts'
import css from './prompt-options.module.css'

interface OptionRowProps {
  kind: OptionKind
  text: string
  /** Whether the model supports it; otherwise it can only be reset. */
  obeyed: boolean
  /** Validation error of the server. */
  issue: string | undefined
  onType: (text: string) => void
}

/** Id of the sentence that explains disabled options. */
export const NOT_OBEYED = 'options-not-obeyed'

export function OptionRow({ kind, text, obeyed, issue, onType }: OptionRowProps) {
  const { t } = useTranslation('prompt-options')
  const id = useId()
  const error = useError(kind, text) ?? issue
  const label = t(`names.${kind.name}`)
  const described = [`${id}-about`, error && `${id}-error`, !obeyed && NOT_OBEYED]
  const reset = (event: MouseEvent) => {
    onType(standardOf(kind))
    // The Reset button is unmounted by the change.
    event.currentTarget.parentElement?.parentElement?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  return (
    <div className={css.option} data-off={obeyed ? undefined : true}>
      <div className={css.words}>
        <label htmlFor={id}>
          {label} <span className={css.mono}>{kind.name}</span>
        </label>
        <p id={`${id}-about`}>
          {t(`about.${kind.name}`, { defaultValue: kind.description })} <Bounds kind={kind} />
        </p>
        {error && (
          <p id={`${id}-error`} className={css.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={css.value}>
        <Value
          id={id}
          kind={kind}
          value={text}
          disabled={!obeyed}
          aria-describedby={described.filter(Boolean).join(' ')}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onType(event.target.value)}
        />
        <span className={css.reset}>
          {isChanged(kind, text) && (
            <IconButton icon="refresh" label={t('reset', { name: label })} onClick={reset} />
          )}
        </span>
      </div>
    </div>
  )
}

type ValueProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'disabled' | 'aria-describedby' | 'aria-invalid'
> & {
  kind: OptionKind
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

function Value({ kind: { kind, min, max, step }, ...field }: ValueProps) {
  if (kind === 'text') return <textarea rows={2} {...field} />
  return <input {...field} type="number" min={min ?? undefined} max={max ?? undefined} step={step ?? 'any'} />
}

function Bounds({ kind: { kind, min, max, defaultValue } }: { kind: OptionKind }) {
  const { t } = useTranslation('prompt-options')
  const format = useFormat()
  if (kind === 'text') return t('perLine')
  if (min === null || max === null || typeof defaultValue !== 'number') return null
  const written = (value: number) => format.number(value, digitsOf(value))
  return (
    <span className="num">
      {t('bounds', { min: written(min), max: written(max), standard: written(defaultValue) })}
    </span>
  )
}

function useError(kind: OptionKind, text: string): string | undefined {
  const { t } = useTranslation('prompt-options')
  const format = useFormat()
  const written = (value: number) => format.number(value, digitsOf(value))
  const wrong = wrongWith(kind, text)
  if (!wrong) return undefined
  if (wrong.why === 'bounds') return t('wrong.bounds', { min: written(wrong.min), max: written(wrong.max) })
  if (wrong.why === 'step') return t('wrong.step', { step: written(wrong.step), near: written(wrong.near) })
  return t(`wrong.${wrong.why}`)
}

const digitsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0
