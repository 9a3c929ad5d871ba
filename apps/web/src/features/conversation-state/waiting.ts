// Tabs whose question waits on this page until there is room for another answer.
import type { QueryClient } from '@tanstack/react-query'
import { stateOf, useList } from './store.ts'

/** The ids of the tabs with a waiting question, one for each question. */
export const useWaitingTabs = (): readonly number[] => useList(({ waiting }) => waiting)

/** Marks a tab as waiting; call the returned function when its question was sent or given up. */
export function markWaiting(cache: QueryClient, tabId: number): () => void {
  const { waiting } = stateOf(cache)
  waiting.change((list) => [...list, tabId])
  return () =>
    waiting.change((list) => {
      const at = list.indexOf(tabId)
      return at < 0 ? list : list.toSpliced(at, 1)
    })
}
