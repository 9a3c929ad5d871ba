import type { Context } from '@polylogue/contract'
import { Icon } from '#ui/icon.tsx'
import { UserAvatar } from '#features/users/index.ts'
import css from './context-sign.module.css'
import { kindOf, partsOfName } from './kinds.ts'

type Signed = Pick<Context, 'displayName' | 'contextTypeId' | 'user'>

/** Icon of a context beside its name: picture or initials of a person, or an icon for a group. */
export function ContextSign({ context, size = 28 }: { context: Signed; size?: 24 | 28 }) {
  const group = kindOf(context.contextTypeId)
  const { user } = context
  if (!group) {
    const person = { id: user?.id ?? 0, picture: user?.picture ?? null, ...partsOfName(context.displayName) }
    return <UserAvatar person={person} size={size} />
  }
  return (
    <span className={css.group} data-size={size} aria-hidden="true">
      <Icon name={group.icon} size={size === 24 ? 14 : 16} />
    </span>
  )
}
