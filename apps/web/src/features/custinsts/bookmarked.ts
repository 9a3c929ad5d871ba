import { contract } from '@polylogue/contract/browser'
import { bookmarkedItem } from '#lib/bookmarked-page.ts'

export const bookmarkedCustInst = bookmarkedItem('custinsts', ({ api, signal }, params) =>
  api.call(contract.custinsts.get, { params }, { signal }),
)
