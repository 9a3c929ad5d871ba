// Builds the response form of golden sets. Pure.
import {
  GOLDEN_RUN_STATES,
  type GoldenPrompt,
  type GoldenSet,
  type GoldenSetEntry,
} from '@polylogue/contract'
import { toSharesResponse, type Person } from '#access/index.ts'
import type { ItemFacts } from '#access/items/index.ts'
import type { goldenSets } from './table.ts'

/** What the other tables know of a set. */
export interface Counts {
  readonly promptCount: number
  readonly newestRun: { readonly id: number; readonly state: number; readonly created: string } | null
}
export type GoldensetFacts = ItemFacts<typeof goldenSets> & Counts

export function toEntryResponse(viewer: Person, set: GoldensetFacts): GoldenSetEntry {
  const { id, uuid, name, description, promptCount, ownerId, newestRun } = set
  return {
    id,
    uuId: uuid,
    name,
    description,
    promptCount,
    ownerId,
    assocContexts: toSharesResponse(viewer, set),
    context: { id: set.contextId, ownerContextId: set.ownerContextId },
    created: set.created.toISOString(),
    modified: set.modified.toISOString(),
    newestRun: newestRun && {
      id: newestRun.id,
      state: GOLDEN_RUN_STATES[newestRun.state] ?? 'failed',
      created: new Date(newestRun.created).toISOString(),
    },
  }
}

export function toGoldensetResponse(
  viewer: Person,
  set: GoldensetFacts,
  prompts: readonly GoldenPrompt[],
): GoldenSet {
  return { ...toEntryResponse(viewer, set), prompts: [...prompts] }
}
