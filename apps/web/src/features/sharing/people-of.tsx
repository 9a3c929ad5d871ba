import type { Member } from '@polylogue/contract'
import { useState } from 'react'
import { canAdminister } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ContextSign } from '#features/contexts/index.ts'
import { fullName, UserAvatar, useUser } from '#features/users/index.ts'
import { useSharers } from './api.ts'
import type { SharedItem } from './holders.ts'
import css from './people-of.module.css'

type Item = Pick<SharedItem, 'context' | 'ownerId' | 'assocContexts' | 'modified'>

/** Rows that are shown at first. */
const SHOWN = 6

/** Lists who has an item, with their access; for those who do not manage it, its owner. */
export function PeopleOf({ item }: { item: Item }) {
  return canAdminister(item) ? <Sharers item={item} /> : <Owner id={item.ownerId} />
}

function Sharers({ item }: { item: Item }) {
  const { t } = useTranslation('sharing')
  const { data = [] } = useSharers(item)
  const [all, setAll] = useState(false)
  const rest = data.length - SHOWN
  return (
    <ul>
      {data.slice(0, all ? undefined : SHOWN).map((member) => (
        <li key={member.context.id} className={css.row}>
          <ContextSign context={member.context} size={24} />
          <span className="cut" title={member.context.displayName}>
            {member.context.displayName}
          </span>
          <span className={css.access}>{t(`roles.${levelOf(member)}`)}</span>
        </li>
      ))}
      {rest > 0 && !all && (
        <li>
          <Button kind="quiet" size="small" onClick={() => setAll(true)}>
            {t('showMore', { count: rest })}
          </Button>
        </li>
      )}
    </ul>
  )
}

function levelOf({ isOwner, hasAdminAccess, hasWriteAccess }: Member) {
  if (isOwner) return 'owner'
  if (hasAdminAccess) return 'admin'
  return hasWriteAccess ? 'write' : 'read'
}

function Owner({ id }: { id: number }) {
  const { t } = useTranslation('sharing')
  const { data: owner } = useUser(id)
  if (!owner) return null
  return (
    <p className={css.row}>
      <UserAvatar person={owner} size={24} />
      <span className="cut">{fullName(owner)}</span>
      <span className={css.access}>{t('roles.owner')}</span>
    </p>
  )
}
