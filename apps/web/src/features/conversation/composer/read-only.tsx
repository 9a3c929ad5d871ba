import type { Project } from '@polylogue/contract'
import { useTranslation } from '../../../lib/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useOwner } from '../messages/index.ts'
import css from './composer.module.css'

/** Replaces the composer for users with read access, and says who can grant more. */
export function ReadOnly({ project }: { project: Project }) {
  const { t } = useTranslation('conversation')
  const { data: owner } = useOwner(project.ownerId, true)
  const name = owner ? [owner.firstName, owner.lastName].filter(Boolean).join(' ') || owner.username : ''
  return (
    <div className={css.dock}>
      <p className={css.readOnly}>
        <Icon name="eye" />
        <span>{name ? t('readOnlyAsk', { name }) : t('readOnly')}</span>
      </p>
    </div>
  )
}
