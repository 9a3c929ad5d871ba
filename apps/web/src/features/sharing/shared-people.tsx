import { useTranslation } from '#lib/texts.ts'
import { ContextSign, useUserContextId } from '#features/contexts/index.ts'
import { fullName, UserAvatar, useUser } from '#features/users/index.ts'
import { useSharers } from './api.ts'
import type { SharedItem } from './holders.ts'
import css from './shared-people.module.css'

/** Maximum number of avatars; the rest is a count. */
const MAX = 3

type Item = Pick<SharedItem, 'context' | 'ownerId' | 'assocContexts' | 'modified'>

/** Shows avatars of the users an item is shared with, or of its owner. */
export function SharedPeople({ item, manages }: { item: Item; manages: boolean }) {
  return manages ? <Sharers item={item} /> : <Owner id={item.ownerId} />
}

function Sharers({ item }: { item: Item }) {
  const { t } = useTranslation('sharing')
  const own = useUserContextId()
  const { data = [] } = useSharers(item)
  const others = data.map(({ context }) => context).filter(({ id }) => id !== own)
  if (others.length === 0) return null
  const names = others.map(({ displayName }) => displayName).join(', ')
  const rest = others.length - MAX
  return (
    <span className={css.people} role="img" aria-label={t('sharedWithNames', { names })} title={names}>
      {others.slice(0, MAX).map((context) => (
        <ContextSign key={context.id} context={context} size={24} />
      ))}
      {rest > 0 && <span className={css.rest}>+{rest}</span>}
    </span>
  )
}

function Owner({ id }: { id: number }) {
  const { t } = useTranslation('sharing')
  const { data: owner } = useUser(id)
  if (!owner) return null
  const name = fullName(owner)
  return (
    <span className={css.people} role="img" aria-label={t('sharedBy', { name })} title={name}>
      <UserAvatar person={owner} />
    </span>
  )
}
