import { CONTEXT_TYPES, GOLDEN_LIMITS, LIVE } from '@polylogue/contract'
import { LEVEL, type Policy } from '#access/index.ts'
import { itemLive, type ItemType } from '#access/items/index.ts'
import { goldenSets } from './table.ts'

/** A run asks models on behalf of who starts it and shows its answers to all readers, so it needs write access. */
export const goldensetPolicy = {
  thing: 'golden set',
  needs: {
    read: LEVEL.read,
    update: LEVEL.write,
    remove: LEVEL.admin,
    run: LEVEL.write,
    cancelRunOfOthers: LEVEL.admin,
    vote: LEVEL.read,
  },
} as const satisfies Policy

/** Golden sets as items. */
export const goldensetItem: ItemType<typeof goldenSets> = {
  noun: 'goldenset',
  path: 'goldensets',
  contextType: CONTEXT_TYPES.goldenset,
  table: goldenSets,
  policy: goldensetPolicy,
  permission: 'can_use_prompts',
  most: { limit: GOLDEN_LIMITS.sets, code: 'TOO_MANY_GOLDENSETS' },
  search: { columns: ['name', 'description'] },
  live: itemLive('goldenset', 'goldensets', LIVE.goldenSets, LIVE.goldenSets),
}
