// Handles live events after which a bookmark may lead to nothing: something was deleted, or its sharing changed.
import { LIVE } from '@polylogue/contract/browser'
import type { LiveData, LiveHandler, LivePage } from '#features/live/index.ts'
import { bookmarkKeys } from './keys.ts'

/** The list asks for each thing that a bookmark names. */
const GAP_MS = 10_000

const refetchGone = ({ refresh }: LivePage) => refresh.ask({ queryKey: bookmarkKeys.gone }, GAP_MS)

/** The other events about items come with every change of one. */
function afterDeleting(page: LivePage, { what }: LiveData): void {
  if (what === 'deleted' || what === 'tab-deleted') refetchGone(page)
}

/** Returns the handler; `codes` are the events of all kinds of items. */
export const bookmarksLive = (codes: readonly number[]): LiveHandler => ({
  on: {
    ...Object.fromEntries([LIVE.project, ...codes].map((code) => [code, afterDeleting])),
    [LIVE.shares]: refetchGone,
    [LIVE.promptShares]: refetchGone,
  },
  onOpen: (page, first) => {
    if (!first) refetchGone(page)
  },
})
