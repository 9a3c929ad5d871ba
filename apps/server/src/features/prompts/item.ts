import { CONTEXT_TYPES, SAVED_PROMPT_LIMITS, LIVE, type LiveMessage } from '@polylogue/contract'
import { LEVEL, type Policy } from '#access/index.ts'
import { itemLive, type ItemType } from '#access/items/index.ts'
import { prompts, VERSIONED } from './table.ts'

/** Changed shares need admin access too, as for every item (PROMPT-3). */
export const promptPolicy = {
  thing: 'prompt',
  needs: { read: LEVEL.read, update: LEVEL.write, remove: LEVEL.admin },
} as const satisfies Policy

/** Usage count and ratings changed. */
const usedMessage = (promptId: number): LiveMessage => ({
  context: LIVE.prompts,
  uri: `/prompts/${promptId}`,
  contextData: { promptId, what: 'used' },
})

/** Saved prompts as items. Pages refresh the repository on both codes (LIVE-1). */
export const promptItem: ItemType<typeof prompts> = {
  noun: 'prompt',
  path: 'prompts',
  contextType: CONTEXT_TYPES.prompt,
  table: prompts,
  policy: promptPolicy,
  permission: 'can_use_prompts',
  most: { limit: SAVED_PROMPT_LIMITS.count, code: 'TOO_MANY_PROMPTS' },
  search: { columns: ['name', 'comment', 'prompt'] },
  reviewed: ['prompt', 'comment', 'outputFormId', 'modelName', 'options'],
  approved: [...VERSIONED, 'modelName'],
  live: {
    ...itemLive('prompt', 'prompts', LIVE.prompts, LIVE.promptShares),
    listen: (bus, send) => [bus.on('prompt.used', ({ promptId }) => send(promptId, [usedMessage(promptId)]))],
  },
  labelled: true,
}
