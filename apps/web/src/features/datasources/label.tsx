import type { Datasource } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useDatasourceLabels } from './api.ts'

/** The labels of the default configuration; others are shown as they are configured. */
const WORDED = ['internal', 'confidential'] as const

function useLabelName(): (name: string) => string {
  const { t } = useTranslation('datasources')
  return (name) => {
    const worded = WORDED.find((one) => one === name)
    return worded ? t(`label.${worded}`) : name
  }
}

/** The label of a data source, if it has one. */
export function LabelChip({ datasource: { label } }: { datasource: Pick<Datasource, 'label'> }) {
  const nameOf = useLabelName()
  return label === '' ? null : <Chip>{nameOf(label)}</Chip>
}

interface LabelFieldProps {
  value: string
  onChange: (label: string) => void
}

/** Chooses the label; nothing is shown where none is configured. */
export function LabelField({ value, onChange }: LabelFieldProps) {
  const { t } = useTranslation('datasources')
  const nameOf = useLabelName()
  const { data: labels = [] } = useDatasourceLabels()
  if (labels.length === 0 && value === '') return null
  const known = labels.some(({ name }) => name === value) || value === ''
  const options = [...labels.map(({ name }) => name), ...(known ? [] : [value])]
  const isStrict = value !== '' && (labels.find(({ name }) => name === value)?.localOnly ?? true)
  return (
    <SelectField
      label={t('label.field')}
      hint={isStrict ? t('label.localOnly') : t('label.hint')}
      value={value}
      options={[
        { value: '', label: t('label.none') },
        ...options.map((name) => ({ value: name, label: nameOf(name) })),
      ]}
      onChange={onChange}
    />
  )
}
