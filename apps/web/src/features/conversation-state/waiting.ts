// Tabs with a question in the queue of this page.
import type { QueryClient } from '@tanstack/react-query'
import { stateOf, useList } from './store.ts'

/** Returns the ids of the tabs with a queued question, one per question. */
export const useWaitingTabs = (): readonly number[] => useList(({ waiting }) => waiting)

/** Marks a tab as waiting; call the returned function when its question is sent or cancelled. */
export function markWaiting(cache: QueryClient, tabId: number): () => void {
  const { waiting } = stateOf(cache)
  waiting.change((list) => [...list, tabId])
  return () =>
    waiting.change((list) => {
      const at = list.indexOf(tabId)
      return at < 0 ? list : list.toSpliced(at, 1)
    })
}
