// Maps a user to the response. Pure.
import { roleOf, type User, type UserProfile } from '@polylogue/contract'
import type { PersonRow } from './store.ts'

/** Returns the short profile, which everyone on the same side of a tenant's wall may read. */
export function profileOf({ id, firstName, lastName, username, picture }: PersonRow): UserProfile {
  return { id, firstName, lastName, username, picture }
}

/** Returns the full user. `projects` are only for the user themselves: administration is about accounts (ROLE-3). */
export function userOf(person: PersonRow, projects: number[]): User {
  const role = roleOf(person.roleId)
  return {
    ...profileOf(person),
    uuId: person.uuid,
    email: person.email,
    role: role?.name ?? '',
    roles: role ? [role.name] : [],
    roleId: person.roleId,
    permissions: [...(role?.permissions ?? [])],
    projects,
    context: { id: person.contextId, ownerContextId: person.contextId },
    account: { canUseUi: person.canUseUi, canUseApi: person.canUseApi, defaultRoleId: person.roleId },
    tenantContextId: person.tenantContextId,
    mustChangePassword: person.mustChangePassword,
    lastSignIn: person.lastSignIn?.toISOString() ?? null,
    created: person.created.toISOString(),
    modified: person.modified.toISOString(),
  }
}
