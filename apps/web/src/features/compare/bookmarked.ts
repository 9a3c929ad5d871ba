import { contract } from '@polylogue/contract/browser'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'
import { compareIdOf } from './address.ts'

export const bookmarkedComparison: BookmarkedPage = {
  path: 'projects/:id',
  parameter: 'compare',
  find: async ({ api, value, signal }) => {
    const compareId = compareIdOf(new URLSearchParams({ compare: value }))
    if (compareId === null) return true
    const { data } = await api.call(contract.queries.compared, { params: { compareId } }, { signal })
    return data.Queries.length > 0
  },
}
