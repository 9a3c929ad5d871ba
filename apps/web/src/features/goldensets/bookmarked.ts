import { contract } from '@polylogue/contract/browser'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'

export const bookmarkedRun: BookmarkedPage = {
  path: 'goldensets/:id/runs/:runId',
  find: ({ api, id, signal }) =>
    api.call(contract.goldensets.run, { params: { id: id('id'), runId: id('runId') } }, { signal }),
}
