// The pages about one thing, which say in the bookmarks when the thing is gone. Loaded with the page of the bookmarks: each feature
// adds a line.
import { bookmarkedComparison } from '#features/compare/bookmarked.ts'
import { bookmarkedChatbot } from '#features/chatbots/bookmarked.ts'
import { bookmarkedCustInst } from '#features/custinsts/bookmarked.ts'
import { bookmarkedDatasource, bookmarkedDocument } from '#features/datasources/bookmarked.ts'
import { bookmarkedGoldenSet, bookmarkedRun } from '#features/goldensets/bookmarked.ts'
import { bookmarkedModel } from '#features/models/bookmarked.ts'
import { bookmarkedPlugin } from '#features/plugins/bookmarked.ts'
import { bookmarkedProject } from '#features/projects/bookmarked.ts'
import { bookmarkedPrompt } from '#features/prompts/bookmarked.ts'
import { bookmarkedTab } from '#features/tabs/bookmarked.ts'
import { bookmarkedUser } from '#features/users/bookmarked.ts'
import type { BookmarkedPage } from '#lib/bookmarked-page.ts'

export const BOOKMARKED_PAGES: readonly BookmarkedPage[] = [
  bookmarkedPrompt,
  bookmarkedCustInst,
  bookmarkedChatbot,
  bookmarkedDatasource,
  bookmarkedGoldenSet,
  bookmarkedDocument,
  bookmarkedRun,
  bookmarkedProject,
  bookmarkedTab,
  bookmarkedComparison,
  bookmarkedUser,
  bookmarkedModel,
  bookmarkedPlugin,
]
