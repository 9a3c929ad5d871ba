import { contract } from '@polylogue/contract/browser'
import { bookmarkedItem } from '#lib/bookmarked-page.ts'

export const bookmarkedPrompt = bookmarkedItem('prompts', ({ api, signal }, params) =>
  api.call(contract.prompts.get, { params }, { signal }),
)
