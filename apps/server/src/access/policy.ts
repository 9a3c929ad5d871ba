import type { Viewer } from './viewer.ts'
import { Problem } from '../problem.ts'

/** How far access reaches: 0 none, 1 read, 2 write, 3 admin. Admin implies write, write implies read (reading 4). */
export type Level = 0 | 1 | 2 | 3
export const LEVEL = { none: 0, read: 1, write: 2, admin: 3 } as const satisfies Record<string, Level>

/** What each action on a kind of thing needs. `thing` is the word a refusal uses. */
export interface Policy<Action extends string = string> {
  readonly thing: string
  readonly needs: Readonly<Record<Action, Level>>
}

/** Something whose access was read together with it: `level` is the viewer's, from `effectiveLevel`. */
export interface Guarded {
  readonly level: number
}

/**
 * The access question: may this viewer do `action` to `item`? Returns the item when they may.
 * @throws Problem NOT_FOUND when it does not exist or they may not even read it: its existence is not revealed;
 *   PERMISSION_DENIED when they may read it but not do this (reading 1).
 */
export function require<Action extends string, Item extends Guarded>(
  _viewer: Viewer,
  policy: Policy<Action>,
  action: Action,
  item: Item | undefined,
): Item {
  if (!item || item.level < LEVEL.read) throw new Problem('NOT_FOUND', { thing: policy.thing })
  if (item.level < policy.needs[action]) throw new Problem('PERMISSION_DENIED')
  return item
}

/** Whether a viewer whose level is known may do an action: for the `can` that goes along with an answer. */
export function allows<Action extends string>(
  policy: Policy<Action>,
  action: Action,
  level: number,
): boolean {
  return level >= policy.needs[action]
}
