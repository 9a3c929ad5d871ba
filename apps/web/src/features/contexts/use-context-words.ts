import type { Context } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { kindOf } from './kinds.ts'

/** Returns the text beside a name: “Team · 12 members” for a group, the user name for a person. */
export function useContextWords(): (
  context: Pick<Context, 'contextTypeId' | 'numMembers' | 'user'>,
) => string {
  const { t } = useTranslation('contexts')
  const format = useFormat()
  return ({ contextTypeId, numMembers, user }) => {
    const group = kindOf(contextTypeId)
    if (!group) return user?.username ?? t('person')
    // Everyone belongs to the company, so its members are not listed.
    if (group.kind === 'company') return t('kinds.company')
    const members = t('members', { count: numMembers, number: format.number(numMembers) })
    return `${t(`kinds.${group.kind}`)} · ${members}`
  }
}
