// The order of roles. Pure.
import { ROLES } from '@polylogue/contract'

/** Whether a role is higher than another. Unknown roles are the lowest. */
export function outranks(roleId: number, other: number): boolean {
  const place = (id: number) => {
    const found = ROLES.findIndex((role) => role.id === id)
    return found < 0 ? ROLES.length : found
  }
  return place(roleId) < place(other)
}
