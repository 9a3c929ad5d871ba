import { contract } from '@polylogue/contract/browser'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'

export const bookmarkedUser: BookmarkedPage = {
  path: 'users/:id',
  find: ({ api, id, signal }) => api.call(contract.users.get, { params: { id: id('id') } }, { signal }),
}
