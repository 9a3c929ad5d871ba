import { CHUNK_OVERLAP, CHUNK_SIZE } from '@polylogue/contract/browser'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Field, FieldGroup } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'
import type { DatasourceValues } from '../api.ts'
import css from './form.module.css'

/** How documents are cut. */
export type ChunkChoice = Pick<DatasourceValues, 'chunkSize' | 'chunkOverlap' | 'useContextual'>

interface ChunkFieldsProps {
  values: ChunkChoice
  /** Says that saving indexes all documents again. */
  note?: string | undefined
  onChange: (change: Partial<ChunkChoice>) => void
}

/** How documents are cut into passages. */
export function ChunkFields({ values, note, onChange }: ChunkFieldsProps) {
  const { t } = useTranslation('datasources')
  const { chunkSize, chunkOverlap, useContextual } = values
  return (
    <>
      <div className={css.two}>
        <Slider
          label={t('form.chunkSize')}
          hint={t('form.chunkSizeHint')}
          bounds={CHUNK_SIZE}
          value={chunkSize}
          onChange={(size) => onChange({ chunkSize: size })}
        />
        <Slider
          label={t('form.chunkOverlap')}
          hint={t('form.chunkOverlapHint')}
          error={chunkOverlap >= chunkSize ? t('form.overlapTooLarge') : undefined}
          bounds={CHUNK_OVERLAP}
          value={chunkOverlap}
          onChange={(overlap) => onChange({ chunkOverlap: overlap })}
        />
      </div>
      <FieldGroup label={t('form.useContextual')} hint={t('form.useContextualHint')}>
        <Switch
          label={t(useContextual ? 'form.on' : 'form.off')}
          aria-label={t('form.useContextual')}
          checked={useContextual}
          onChange={(event) => onChange({ useContextual: event.target.checked })}
        />
      </FieldGroup>
      {note && <p className={css.note}>{note}</p>}
    </>
  )
}

interface SliderProps {
  label: string
  hint: string
  error?: string | undefined
  bounds: { min: number; max: number }
  value: number
  onChange: (value: number) => void
}

/** A number with a slider for rough and a field for exact values. */
function Slider({ label, hint, error, bounds: { min, max }, value, onChange }: SliderProps) {
  const { t } = useTranslation('datasources')
  const format = useFormat()
  const commit = (field: HTMLInputElement) => {
    const typed = Math.round(field.valueAsNumber)
    const next = Math.min(max, Math.max(min, Number.isFinite(typed) ? typed : value))
    field.value = String(next)
    if (next !== value) onChange(next)
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(linked) => (
        <span className={css.slider}>
          <input
            {...linked}
            type="range"
            min={min}
            max={max}
            value={value}
            aria-valuetext={t('form.tokens', { tokens: format.number(value) })}
            onChange={(event) => onChange(Number(event.target.value))}
          />
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
        </span>
      )}
    </Field>
  )
}
