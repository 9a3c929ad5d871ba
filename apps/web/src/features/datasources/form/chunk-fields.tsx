import { CHUNK_OVERLAP, CHUNK_SIZE } from '@polylogue/contract/browser'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { FieldGroup } from '#ui/field.tsx'
import { Slider } from '#ui/slider.tsx'
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
  const format = useFormat()
  const { chunkSize, chunkOverlap, useContextual } = values
  const inTokens = (value: number) => t('form.tokens', { tokens: format.number(value) })
  const resetTo = ({ default: value }: { default: number }) => ({
    value,
    label: t('form.reset', { value: inTokens(value) }),
  })
  return (
    <>
      <div className={css.two}>
        <Slider
          label={t('form.chunkSize')}
          hint={t('form.chunkSizeHint')}
          bounds={CHUNK_SIZE}
          value={chunkSize}
          said={inTokens(chunkSize)}
          reset={resetTo(CHUNK_SIZE)}
          onChange={(size) => onChange({ chunkSize: size })}
        />
        <Slider
          label={t('form.chunkOverlap')}
          hint={t('form.chunkOverlapHint')}
          error={chunkOverlap >= chunkSize ? t('form.overlapTooLarge') : undefined}
          bounds={CHUNK_OVERLAP}
          value={chunkOverlap}
          said={inTokens(chunkOverlap)}
          reset={resetTo(CHUNK_OVERLAP)}
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
