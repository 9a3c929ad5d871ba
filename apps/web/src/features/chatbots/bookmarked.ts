import { contract } from '@polylogue/contract/browser'
import { bookmarkedItem } from '#lib/bookmarked-page.ts'

export const bookmarkedChatbot = bookmarkedItem('chatbots', ({ api, signal }, params) =>
  api.call(contract.chatbots.get, { params }, { signal }),
)
