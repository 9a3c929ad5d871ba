// Lets components read the running answers of this page.
import { useQueryClient } from '@tanstack/react-query'
import { perPage } from '#lib/per-page.ts'
import { useStore } from '#lib/store.ts'
import type { RunningAnswer } from './answers.ts'
import { createRuns, type Runs } from './runs.ts'
import { noteEnded } from './unread.ts'

/** Returns the runs of a page. */
export const runsOf = perPage(
  (cache) => createRuns((tab) => noteEnded(cache, tab)),
  (runs) => runs.clear(),
)

const useRunsOfPage = (): Runs => runsOf(useQueryClient())

/** Returns the running answers that this page knows of, in all projects, each once. */
export const useRunning = (): readonly RunningAnswer[] => useStore(useRunsOfPage().answers)

/** Returns whether a tab has a running answer. */
export const useIsRunning = (tabId: number): boolean =>
  useStore(useRunsOfPage().answers, (all) => all.some((answer) => answer.tabId === tabId))

/** Returns whether a tab has a question in the queue of this page. */
export const useIsQueued = (tabId: number): boolean =>
  useStore(useRunsOfPage().queued, (tabs) => tabs.includes(tabId))
