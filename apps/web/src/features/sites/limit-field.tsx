import { SITE_PAGES } from '@polylogue/contract/browser'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Field } from '#ui/field.tsx'
import css from './sites.module.css'

interface LimitFieldProps {
  value: number
  hint?: string
  onChange: (limit: number) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The number of pages that a site may have. */
export function LimitField({ value, hint, onChange, onKeyDown }: LimitFieldProps) {
  const { t } = useTranslation('sites')
  const limitOf = (field: HTMLInputElement) => {
    const typed = Math.round(field.valueAsNumber)
    return Math.min(SITE_PAGES.max, Math.max(SITE_PAGES.min, Number.isFinite(typed) ? typed : value))
  }
  return (
    <Field label={t('limit')} hint={hint}>
      {(linked) => (
        <input
          {...linked}
          type="number"
          className={css.limit}
          min={SITE_PAGES.min}
          max={SITE_PAGES.max}
          defaultValue={value}
          onChange={(event) => onChange(limitOf(event.target))}
          onKeyDown={onKeyDown}
          onBlur={(event) => (event.target.value = String(limitOf(event.target)))}
        />
      )}
    </Field>
  )
}
