import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'
import css from './conflict.module.css'
import { Icon } from './icon.tsx'

interface ConflictProps {
  /** The stored values that differ, by field label. */
  changes: readonly { label: string; value: string }[]
  busy: boolean
  /** Overwrites the stored values with the form. */
  onKeep: () => void
  /** Replaces the form with the stored values. */
  onTake: () => void
}

/** Shown when a save was refused because of a concurrent change: lists the changes and offers both ways to continue. */
export function Conflict({ changes, busy, onKeep, onTake }: ConflictProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={css.conflict} role="alert">
      <Icon name="alert-triangle" />
      <div>
        <p>{changes.length > 0 ? t('conflict') : t('conflictElsewhere')}</p>
        {changes.length > 0 && (
          <dl>
            {changes.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value === '' ? t('conflictEmpty') : value}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className={css.buttons}>
          <Button size="small" busy={busy} onClick={onKeep}>
            {t('keepMine')}
          </Button>
          <Button size="small" onClick={onTake}>
            {t('takeTheirs')}
          </Button>
        </div>
      </div>
    </div>
  )
}
