// Permissions come with each item from the server; the page does not repeat the rules.
import type { AssocContext } from '@polylogue/contract'

/** The fields of a response that describe the caller's access to an item. */
export interface Accessible {
  /** Only projects have it beside their first share. */
  hasAdminAccess?: boolean
  assocContexts: readonly AssocContext[]
}

/** Returns the caller's own access to an item: the first entry of its `assocContexts` (ACCESS-4). */
function accessTo(item: Pick<Accessible, 'assocContexts'>): {
  write: boolean
  admin: boolean
} {
  const own = item.assocContexts[0]
  return { write: own?.hasWriteAccess ?? false, admin: own?.hasAdminAccess ?? false }
}

/** Returns the item as somebody sees it who may only read it. */
export const forReaders = <Item extends Accessible>(item: Item): Item => ({
  ...item,
  hasAdminAccess: false,
  assocContexts: item.assocContexts
    .slice(0, 1)
    .map((own) => ({ ...own, hasWriteAccess: false, hasAdminAccess: false })),
})

export const canWrite = (item: Accessible): boolean => item.hasAdminAccess === true || accessTo(item).write
export const canAdminister = (item: Accessible): boolean =>
  item.hasAdminAccess === true || accessTo(item).admin
