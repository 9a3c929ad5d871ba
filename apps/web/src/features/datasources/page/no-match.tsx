import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'

/** No document fits the filter. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('datasources')
  return (
    <EmptyState title={t('table.noMatch')}>
      <Button onClick={onClear}>{t('clearFilter')}</Button>
    </EmptyState>
  )
}
