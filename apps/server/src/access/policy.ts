import { Problem } from '#problem.ts'

/** An access level: 0 none, 1 read, 2 write, 3 admin. Each level includes the lower ones (ACCESS-2). */
export type Level = 0 | 1 | 2 | 3
export const LEVEL = { none: 0, read: 1, write: 2, admin: 3 } as const satisfies Record<string, Level>

/** The level that each action on a kind of thing needs. `thing` names it in a refusal. */
export interface Policy<Action extends string = string> {
  readonly thing: string
  readonly needs: Readonly<Record<Action, Level>>
}

/** An object that was read together with the viewer's `level` on it, from `effectiveLevel`. */
export interface Guarded {
  readonly level: number
}

/**
 * Returns `item` when the viewer may do `action` to it. The viewer is in the item's level: it was read for this viewer.
 * @throws Problem NOT_FOUND when it does not exist or the viewer may not read it, so that its existence is not revealed;
 *   PERMISSION_DENIED when they may read it but not do this (API-5).
 */
export function authorize<Action extends string, Item extends Guarded>(
  policy: Policy<Action>,
  action: Action,
  item: Item | undefined,
): Item {
  if (!item || item.level < LEVEL.read) throw new Problem('NOT_FOUND', { thing: policy.thing })
  if (item.level < policy.needs[action]) throw new Problem('PERMISSION_DENIED')
  return item
}

/** Returns whether a level allows an action; for the `can` field of a reply. */
export function allows<Action extends string>(
  policy: Policy<Action>,
  action: Action,
  level: number,
): boolean {
  return level >= policy.needs[action]
}
