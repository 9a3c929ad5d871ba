// Handles live events about prompt ideas.
import { LIVE } from '@polylogue/contract/browser'
import type { Query } from '@tanstack/react-query'
import type { LiveHandler, LivePage } from '#features/live/index.ts'
import { ideaKeys } from './keys.ts'

/** The open menu of shuffled ideas stays: its entries must not move under the pointer. */
const isShuffled = ({ queryKey: [, asked] }: Query) =>
  typeof asked === 'object' && asked !== null && 'seed' in asked

function refetchPages({ cache, refresh }: LivePage): void {
  refresh.ask({ queryKey: ideaKeys.all, predicate: (query) => !isShuffled(query) })
  void cache.invalidateQueries({ queryKey: ideaKeys.all, predicate: isShuffled, refetchType: 'none' })
}

export const ideasLive: LiveHandler = {
  on: { [LIVE.ideas]: refetchPages },
  onOpen(page, first) {
    if (!first) refetchPages(page)
  },
}
