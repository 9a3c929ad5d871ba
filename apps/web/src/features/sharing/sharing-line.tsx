import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import css from './sharing.module.css'

interface SharingLineProps {
  /** How many people and groups it is shared with. */
  count: number
  /** Something is typed: it is saved or given up first. */
  locked: boolean
  onChange: () => void
}

/** With how many it is shared, and the way to change that: a line of a form. */
export function SharingLine({ count, locked, onChange }: SharingLineProps) {
  const { t } = useTranslation('sharing')
  return (
    <FieldGroup label={t('sharing')} hint={locked ? t('saveFirst') : undefined}>
      <div className={css.line}>
        <span className={css.count}>{count === 0 ? t('nobody') : t('withCount', { count })}</span>
        <Button icon="users" disabled={locked} onClick={onChange}>
          {t(count === 0 ? 'share' : 'edit')}
        </Button>
      </div>
    </FieldGroup>
  )
}
