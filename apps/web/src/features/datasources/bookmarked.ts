import { contract } from '@polylogue/contract/browser'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'

export const bookmarkedDocument: BookmarkedPage = {
  path: 'datasources/:id/media/:mediaId',
  find: ({ api, id, signal }) => api.call(contract.media.get, { params: { id: id('mediaId') } }, { signal }),
}
