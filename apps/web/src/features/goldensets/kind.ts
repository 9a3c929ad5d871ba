import { LIVE } from '@polylogue/contract/browser'
import type { ItemKind } from '#features/items/index.ts'

export const goldenSetKind: ItemKind = {
  noun: 'goldensets',
  needs: 'can_use_prompts',
  list: { icon: 'list-check' },
  live: { codes: [LIVE.goldenSets], hasHandler: true },
}
