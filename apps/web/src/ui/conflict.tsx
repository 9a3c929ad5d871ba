import { useTranslation } from '../lib/texts.ts'
import { Button } from './button.tsx'
import css from './conflict.module.css'
import { Icon } from './icon.tsx'

interface ConflictProps {
  /** What is stored now where it differs, by the name of its field. */
  changes: readonly { label: string; value: string }[]
  busy: boolean
  /** Saves what stands in the form over what is stored. */
  onKeep: () => void
  /** Puts what is stored into the form. */
  onTake: () => void
}

/** A save was refused because somebody else saved in between: what they changed, and the two ways on. */
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
        <div className={css.ways}>
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
