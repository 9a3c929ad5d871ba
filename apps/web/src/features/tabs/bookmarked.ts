import { contract } from '@polylogue/contract/browser'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'

/** A tab, which may be in another project by now. */
export const bookmarkedTab: BookmarkedPage = {
  path: 'projects/:id',
  parameter: 'tab',
  find: async ({ api, id, value, signal }) => {
    // `tab=overview` is about the project.
    if (!/^[1-9]\d{0,14}$/.test(value)) return true
    const { data } = await api.call(contract.tabs.get, { params: { id: Number(value) } }, { signal })
    return data.projecttab.projectId === id('id')
  },
}
