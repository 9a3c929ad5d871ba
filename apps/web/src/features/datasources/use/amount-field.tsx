import { useTranslation } from '#lib/texts.ts'
import { SelectField } from '#ui/select-field.tsx'
import { AMOUNTS } from '../amounts.ts'

interface AmountFieldProps {
  value: number
  onChange: (amount: number) => void
}

/** Chooses how many passages each question gets from the data source. */
export function AmountField({ value, onChange }: AmountFieldProps) {
  const { t } = useTranslation('datasources')
  return (
    <SelectField
      label={t('amount.field')}
      hint={t('amount.hint')}
      value={String(value)}
      options={AMOUNTS.map((amount) => ({ value: String(amount), label: String(amount) }))}
      onChange={(amount) => onChange(Number(amount))}
    />
  )
}
