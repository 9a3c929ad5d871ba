import { CHATBOT_LIMITS, CONTEXT_TYPES, LIVE } from '@polylogue/contract'
import { LEVEL, type Policy } from '#access/index.ts'
import { itemLive, type ItemType } from '#access/items/index.ts'
import { chatbots } from './table.ts'

/** Keys are for the owner alone. */
export const chatbotPolicy = {
  thing: 'chatbot',
  needs: { read: LEVEL.read, update: LEVEL.write, remove: LEVEL.admin, readInbox: LEVEL.write },
} as const satisfies Policy

/** A chatbot answers with the settings of a tab: taking them needs the access that sharing it with people needs. */
export const sourcePolicy = { thing: 'tab', needs: { publish: LEVEL.admin } } as const satisfies Policy

/** Chatbots as items. */
export const chatbotItem: ItemType<typeof chatbots> = {
  noun: 'chatbot',
  path: 'chatbots',
  contextType: CONTEXT_TYPES.chatbot,
  table: chatbots,
  policy: chatbotPolicy,
  permission: 'can_use_chatbots',
  most: { limit: CHATBOT_LIMITS.count, code: 'TOO_MANY_CHATBOTS' },
  search: { columns: ['name', 'description'] },
  live: itemLive('chatbot', 'chatbots', LIVE.chatbots, LIVE.chatbots),
}
