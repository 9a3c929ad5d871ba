// Handles live events about golden sets.
import { LIVE } from '@polylogue/contract/browser'
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { goldenSetKeys } from './keys.ts'

/** Minimum time between two refetches of the results of a run: they can be long. */
const RESULTS_GAP_MS = 2_000

export const goldenSetsLive: LiveHandler = {
  on: {
    [LIVE.goldenSets]: (page, { goldensetId }) => {
      refetch(page, goldenSetKeys.lists, goldenSetKeys.scorecards)
      if (typeof goldensetId !== 'number') return refetch(page, goldenSetKeys.all)
      refetch(page, goldenSetKeys.one(goldensetId))
      page.refresh.ask({ queryKey: goldenSetKeys.runs(goldensetId) }, RESULTS_GAP_MS)
    },
  },
  onOpen(page, first) {
    if (!first) refetch(page, goldenSetKeys.all)
  },
}
