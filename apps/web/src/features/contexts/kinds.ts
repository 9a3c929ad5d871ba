// The kinds of contexts that can hold access, and their icons (ACCESS-1).
import type { ContextTypeId } from '@polylogue/contract'
import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import type { IconName } from '#ui/icon.tsx'

/** Contexts that can be given access: people, and groups of people. */
export const HOLDERS: readonly ContextTypeId[] = [
  CONTEXT_TYPES.user,
  CONTEXT_TYPES.team,
  CONTEXT_TYPES.orgUnit,
  CONTEXT_TYPES.tenant,
  CONTEXT_TYPES.company,
]

export type GroupKind = 'company' | 'orgUnit' | 'team' | 'tenant'

const KINDS: Readonly<Record<number, { kind: GroupKind; icon: IconName }>> = {
  [CONTEXT_TYPES.company]: { kind: 'company', icon: 'building' },
  [CONTEXT_TYPES.orgUnit]: { kind: 'orgUnit', icon: 'sitemap' },
  [CONTEXT_TYPES.team]: { kind: 'team', icon: 'users' },
  [CONTEXT_TYPES.tenant]: { kind: 'tenant', icon: 'building' },
}

/** Returns the group kind of a context; undefined for a person. */
export const kindOf = (contextTypeId: number): { kind: GroupKind; icon: IconName } | undefined =>
  KINDS[contextTypeId]

export const isPerson = (contextTypeId: number): boolean => contextTypeId === CONTEXT_TYPES.user

/** Splits a name into the two parts that its initials are made of. */
export function partsOfName(displayName: string): { firstName: string; lastName: string } {
  const words = displayName.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}
