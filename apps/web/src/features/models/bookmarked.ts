import { contract } from '@polylogue/contract/browser'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'

export const bookmarkedModel: BookmarkedPage = {
  path: 'help/models/:id',
  find: ({ api, id, signal }) => api.call(contract.models.get, { params: { id: id('id') } }, { signal }),
}
