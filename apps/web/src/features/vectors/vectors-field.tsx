import { useTranslation } from '#lib/texts.ts'
import { FieldGroup } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'
import { useVectorModel } from './api.ts'
import { VectorOffer } from './vector-offer.tsx'

interface VectorsFieldProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Switches the vectors of a data source; offers one where none is chosen. */
export function VectorsField({ checked, onChange }: VectorsFieldProps) {
  const { t } = useTranslation('vectors')
  const { data: model } = useVectorModel()
  if (!model) return <VectorOffer />
  const { name, isLocal } = model
  return (
    <FieldGroup label={t('field')} hint={t(isLocal ? 'fieldHint' : 'fieldHintExternal', { name })}>
      <Switch
        label={t(checked ? 'on' : 'off')}
        aria-label={t('field')}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </FieldGroup>
  )
}
