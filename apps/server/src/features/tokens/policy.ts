import { COMPANY_CONTEXT, SUPERUSER, type ApiToken } from '@polylogue/contract'
import type { Person } from '#access/index.ts'

/** The owner of a list of tokens: a user or the company. */
export interface TokenOwner {
  readonly scope: ApiToken['scope']
  readonly ownerId: number
}

/** Users see their own list; token managers see that of the company (decision 0022). */
export function maySee(viewer: Person, { scope, ownerId }: TokenOwner): boolean {
  if (scope === 'users') return ownerId === viewer.userId
  return ownerId === COMPANY_CONTEXT && viewer.permissions.has('can_manage_tokens')
}

/** A token acts with its creator's permissions, so only the creator may change it. Others may still delete it. */
export function mayChange(viewer: Person, token: { readonly userId: number }): boolean {
  return token.userId === viewer.userId
}

/** Only the super user sees tokens of users behind other tenants' walls (ACCESS-6). */
export function seesOverWalls(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER
}
