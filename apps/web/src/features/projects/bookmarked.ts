import { contract } from '@polylogue/contract/browser'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'

export const bookmarkedProject: BookmarkedPage = {
  path: 'projects/:id',
  find: ({ api, id, signal }) => api.call(contract.projects.get, { params: { id: id('id') } }, { signal }),
}
