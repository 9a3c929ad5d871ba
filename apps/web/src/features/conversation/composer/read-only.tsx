import type { Project } from '@polylogue/contract'
import { NEW_CHAT } from '#lib/new-chat.ts'
import { useReadOnlyMode } from '#lib/read-only.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useOwner } from '../messages/index.ts'
import css from './composer.module.css'

/** Replaces the composer for users with read access: says who can grant more, and leads to a chat of their own. */
export function ReadOnly({ project }: { project: Project }) {
  const { t } = useTranslation(['conversation', 'shell'])
  const isMode = useReadOnlyMode()
  const { data: owner } = useOwner(project.ownerId, !isMode)
  // A notice about rights would be wrong: people with all of them may have this mode on.
  if (isMode) return null
  const name = owner ? [owner.firstName, owner.lastName].filter(Boolean).join(' ') || owner.username : ''
  return (
    <div className={css.dock}>
      <div className={css.readOnly}>
        <Icon name="eye" />
        <p>{name ? t('readOnlyAsk', { name }) : t('readOnly')}</p>
        <LinkButton to={NEW_CHAT} size="small">
          {t('shell:newChat')}
        </LinkButton>
      </div>
    </div>
  )
}
