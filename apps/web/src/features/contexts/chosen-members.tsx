import type { Context } from '@polylogue/contract'
import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { useUserContextId } from './use-user-context-id.ts'
import type { Level } from './api.ts'
import { ContextSearch } from './context-search.tsx'
import { MemberRow } from './member-row.tsx'
import css from './members.module.css'

export interface ChosenMember {
  context: Context
  level: Level
}

/** A group can contain people and other groups. */
export const INSIDE = [CONTEXT_TYPES.user, CONTEXT_TYPES.team, CONTEXT_TYPES.orgUnit] as const

/** The first members of a new group. */
export function ChosenMembers({
  members,
  onChange,
}: {
  members: readonly ChosenMember[]
  onChange: (members: readonly ChosenMember[]) => void
}) {
  const { t } = useTranslation('contexts')
  const own = useUserContextId()
  return (
    <div className={css.chosen}>
      <ContextSearch
        label={t('firstMembers')}
        hint={t('firstMembersHint')}
        types={INSIDE}
        exclude={[own, ...members.map(({ context }) => context.id)]}
        onChoose={(context) => onChange([...members, { context, level: 'member' }])}
      />
      {members.length > 0 && (
        <ul className={css.list} aria-label={t('firstMembers')}>
          {members.map(({ context, level }) => (
            <li key={context.id}>
              <MemberRow
                context={context}
                level={level}
                onLevel={(next) =>
                  onChange(
                    members.map((one) => (one.context.id === context.id ? { context, level: next } : one)),
                  )
                }
                onRemove={() => onChange(members.filter((one) => one.context.id !== context.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
