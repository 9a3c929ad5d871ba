import type { ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { TextField } from '#ui/field.tsx'
import { Segments } from '#ui/segments.tsx'
import css from '../usage.module.css'
import { SPANS, type Period } from './period.ts'

interface ChoicesProps {
  /** Undefined for those who see only their own usage. */
  whose: 'own' | 'everybody' | undefined
  period: Period
  /** The days that are shown, with which dates begin. */
  shown: { from: string; to: string } | undefined
  onChange: (change: Readonly<Record<string, string>>) => void
  /** At the end of the line. */
  children: ReactNode
}

/** Whose usage, and of which days. */
export function Choices({ whose, period, shown, onChange, children }: ChoicesProps) {
  const { t } = useTranslation('usage')
  const { span, from, to, wrong } = period
  const spans = SPANS.map((value) => ({
    value,
    label: value === 'dates' ? t('dates') : t('days', { count: Number(value) }),
  }))
  const choose = (next: Period['span']) => {
    if (next !== 'dates') return onChange({ span: next, from: '', to: '' })
    onChange({ span: next, from: shown?.from ?? '', to: shown?.to ?? '' })
  }
  return (
    <>
      {whose && (
        <Segments
          label={t('whose')}
          value={whose}
          options={[
            { value: 'own', label: t('own') },
            { value: 'everybody', label: t('everybody') },
          ]}
          onChange={(next) => onChange({ whose: next === 'own' ? '' : next })}
        />
      )}
      <Segments label={t('span')} value={span} options={spans} onChange={choose} />
      <span className="sp" />
      {children}
      {span === 'dates' && (
        <div className={css.dates}>
          <TextField
            label={t('from')}
            type="date"
            max={to || undefined}
            value={from}
            onChange={(event) => onChange({ from: event.target.value })}
          />
          <TextField
            label={t('to')}
            type="date"
            min={from || undefined}
            value={to}
            error={wrong && t(`wrong.${wrong}`)}
            onChange={(event) => onChange({ to: event.target.value })}
          />
        </div>
      )}
    </>
  )
}
