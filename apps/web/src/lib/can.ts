// What one may do comes with the answer: the page repeats no rule.
import type { AssocContext } from '@polylogue/contract'

/** What the answer says of the caller's access to an item. */
export interface Accessible {
  hasAdminAccess: boolean
  assocContexts: readonly AssocContext[]
}

/** The caller's own access to an item: the first entry of its `assocContexts` (reading 4). */
function accessTo(item: Pick<Accessible, 'assocContexts'>): {
  write: boolean
  admin: boolean
} {
  const own = item.assocContexts[0]
  return { write: own?.hasWriteAccess ?? false, admin: own?.hasAdminAccess ?? false }
}

export const canWrite = (item: Accessible): boolean => item.hasAdminAccess || accessTo(item).write
export const canAdminister = (item: Accessible): boolean => item.hasAdminAccess || accessTo(item).admin
