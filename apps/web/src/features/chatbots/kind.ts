import type { ChatBot } from '@polylogue/contract'
import { LIVE } from '@polylogue/contract/browser'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { ItemKind } from '#features/items/index.ts'
import { CHATBOTS_PATH, chatbotKeys } from './keys.ts'
import { fetchChatbots } from './list-api.ts'

export const chatbotKind: ItemKind = {
  noun: 'chatbots',
  needs: 'can_use_chatbots',
  list: {
    icon: 'message-chatbot',
    path: CHATBOTS_PATH,
    // The list is not paged: all of it is fetched and cached once.
    count: {
      queryKey: chatbotKeys.lists,
      fetch: fetchChatbots,
      of: (all: readonly ChatBot[]) => all.length,
    },
  },
  dialogs: {
    further: ['view', 'code', 'renew'],
    View: lazyDialog(async () => (await import('./later.ts')).loadDialogs()),
  },
  live: { codes: [LIVE.chatbots] },
}
