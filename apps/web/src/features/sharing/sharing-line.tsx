import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { FieldGroup } from '#ui/field.tsx'
import css from './sharing.module.css'

interface SharingLineProps {
  /** Number of shares. */
  count: number
  /** Disabled while there are unsaved changes. */
  locked: boolean
  onChange: () => void
}

/** Form row with the number of shares and a button that edits them. */
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
