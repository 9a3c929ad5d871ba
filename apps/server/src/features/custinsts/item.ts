import { CONTEXT_TYPES, CUSTINST_LIMITS, LIVE } from '@polylogue/contract'
import { LEVEL, type Policy } from '#access/index.ts'
import { itemLive, type ItemType } from '#access/items/index.ts'
import { custinsts } from './table.ts'

/** Changed shares need admin access too, as for every item. */
export const custinstPolicy = {
  thing: 'custom instruction',
  needs: { read: LEVEL.read, update: LEVEL.write, remove: LEVEL.admin },
} as const satisfies Policy

/** Custom instructions as items. Pages reload projects on the code of shares, so sharing has the noun's own code. */
export const custinstItem: ItemType<typeof custinsts> = {
  noun: 'custinst',
  path: 'custinsts',
  contextType: CONTEXT_TYPES.custinst,
  table: custinsts,
  policy: custinstPolicy,
  permission: 'can_use_custinsts',
  most: { limit: CUSTINST_LIMITS.count, code: 'TOO_MANY_CUSTINSTS' },
  search: { columns: ['name', 'description', 'content'] },
  reviewed: ['content', 'description', 'scope'],
  approved: ['name', 'content', 'description', 'scope'],
  live: itemLive('custinst', 'custinsts', LIVE.instructions, LIVE.instructions),
}
