import { REFRESHES, type Refresh } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { SelectField } from '#ui/select-field.tsx'

interface RefreshFieldProps {
  value: Refresh
  onChange: (refresh: Refresh) => void
}

/** How often an address is fetched again. */
export function RefreshField({ value, onChange }: RefreshFieldProps) {
  const { t } = useTranslation('media')
  return (
    <SelectField
      label={t('refresh.field')}
      value={value}
      options={REFRESHES.map((refresh) => ({ value: refresh, label: t(`refresh.${refresh}`) }))}
      onChange={(refresh) => onChange(refresh as Refresh)}
    />
  )
}
