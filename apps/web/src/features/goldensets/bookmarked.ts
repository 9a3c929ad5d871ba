import { contract } from '@polylogue/contract/browser'
import { bookmarkedItem, type BookmarkedPage } from '#lib/bookmarked-page.ts'

export const bookmarkedRun: BookmarkedPage = {
  path: 'goldensets/:id/runs/:runId',
  find: ({ api, id, signal }) =>
    api.call(contract.goldensets.run, { params: { id: id('id'), runId: id('runId') } }, { signal }),
}

export const bookmarkedGoldenSet = bookmarkedItem('goldensets', ({ api, signal }, params) =>
  api.call(contract.goldensets.get, { params }, { signal }),
)
