// The permission of a noun: asked wherever the content of its items comes out besides its own calls (answers, search, reviews).
import { Problem } from '#problem.ts'
import { LEVEL } from '../policy.ts'
import { isPerson, type Viewer } from '../viewer.ts'
import type { ItemType } from './type.ts'

type Noun = Pick<ItemType, 'permission'>

/** Returns whether a viewer may use items of a noun. Access to the single item is checked besides. */
export function mayUse({ permission }: Noun, viewer: Viewer): boolean {
  return permission === undefined || !isPerson(viewer) || viewer.permissions.has(permission)
}

/** Returns an item with the viewer's level on its content: none without the noun's permission. */
export function used<Item extends { readonly level: number }>(
  noun: Noun,
  viewer: Viewer,
  item: Item,
): Omit<Item, 'level'> & { readonly level: number } {
  return { ...item, level: mayUse(noun, viewer) ? item.level : LEVEL.none }
}

/** @throws Problem PERMISSION_DENIED without the noun's permission */
export function requireUse(noun: Noun, viewer: Viewer): void {
  if (!mayUse(noun, viewer)) throw new Problem('PERMISSION_DENIED')
}
