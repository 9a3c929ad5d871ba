import { LEVEL, type Policy } from '../../access/index.ts'

/** Who decides on a request: the level is one's own in the group, without the administrator role (decision 18). */
export const requestPolicy = {
  thing: 'request',
  needs: { review: LEVEL.write },
} as const satisfies Policy

/** Who handles an item's own requests: the level is that on the item. */
export const itemPolicy = {
  thing: 'context',
  needs: { requests: LEVEL.admin },
} as const satisfies Policy
