import { COMPANY_CONTEXT, SUPERUSER, type ApiToken } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'

/** Whose list of tokens is meant: a person's or the company's. */
export interface TokenOwner {
  readonly scope: ApiToken['scope']
  readonly ownerId: number
}

/** A list is there for oneself, and for whoever looks after the tokens of the one company (decision 0022). */
export function maySee(viewer: Person, { scope, ownerId }: TokenOwner): boolean {
  if (scope === 'users') return ownerId === viewer.userId
  return ownerId === COMPANY_CONTEXT && viewer.permissions.has('can_manage_tokens')
}

/** A token opens what its maker may do: nobody else decides how long it does. Ending it is no such decision. */
export function mayChange(viewer: Person, token: { readonly userId: number }): boolean {
  return token.userId === viewer.userId
}

/** Tokens of people behind another tenant's wall are seen by whoever sees over the walls (reading 4). */
export function seesOverWalls(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER
}
