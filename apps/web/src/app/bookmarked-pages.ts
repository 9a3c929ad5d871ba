// The pages about one thing, which say in the bookmarks when the thing is gone. Loaded with the page of the bookmarks: each feature
// adds a line; items are found by their kind.
import { contract } from '@polylogue/contract/browser'
import { bookmarkedComparison } from '#features/compare/bookmarked.ts'
import { bookmarkedDocument } from '#features/datasources/bookmarked.ts'
import { bookmarkedRun } from '#features/goldensets/bookmarked.ts'
import { bookmarkedModel } from '#features/models/bookmarked.ts'
import { bookmarkedPlugin } from '#features/plugins/bookmarked.ts'
import { bookmarkedProject } from '#features/projects/bookmarked.ts'
import { bookmarkedTab } from '#features/tabs/bookmarked.ts'
import { bookmarkedUser } from '#features/users/bookmarked.ts'
import type { ItemKind } from '#features/items/index.ts'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'
import { ITEM_KINDS } from './item-kinds.ts'

/** The pages of an item and of what is in it. All kinds are asked for alike, each under the path of its noun. */
const itemPage = ({ noun }: ItemKind): BookmarkedPage => ({
  path: `${noun}/:id/*`,
  find: ({ api, id, signal }) =>
    api.call({ ...contract.goldensets.get, path: `${noun}/{id}` }, { params: { id: id('id') } }, { signal }),
})

export const BOOKMARKED_PAGES: readonly BookmarkedPage[] = [
  ...ITEM_KINDS.map(itemPage),
  bookmarkedDocument,
  bookmarkedRun,
  bookmarkedProject,
  bookmarkedTab,
  bookmarkedComparison,
  bookmarkedUser,
  bookmarkedModel,
  bookmarkedPlugin,
]
