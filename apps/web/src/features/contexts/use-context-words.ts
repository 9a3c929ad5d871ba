import type { Context } from '@polylogue/contract'
import { useFormat } from '../../lib/format.ts'
import { useTranslation } from '../../lib/texts.ts'
import { kindOf } from './kinds.ts'

/** What a line says of a person or a group behind the name: “Team · 12 members”, or the user name. */
export function useContextWords(): (
  context: Pick<Context, 'contextTypeId' | 'numMembers' | 'user'>,
) => string {
  const { t } = useTranslation('contexts')
  const format = useFormat()
  return ({ contextTypeId, numMembers, user }) => {
    const group = kindOf(contextTypeId)
    if (!group) return user?.username ?? t('person')
    // Everyone is in the company, and nobody is listed there.
    if (group.kind === 'company') return t('kinds.company')
    const members = t('members', { count: numMembers, number: format.number(numMembers) })
    return `${t(`kinds.${group.kind}`)} · ${members}`
  }
}
