import { contract, PLUGIN_IDS } from '@polylogue/contract/browser'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'

/** A plugin that the installation ships may go; those of the product stay. */
export const bookmarkedPlugin: BookmarkedPage = {
  path: 'plugins/:plugin',
  find: async ({ api, word, signal }) => {
    if (PLUGIN_IDS.some((id) => id === word('plugin'))) return true
    const { data } = await api.call(contract.plugins.list, {}, { signal })
    return data.plugins.some(({ id }) => id === word('plugin'))
  },
}
