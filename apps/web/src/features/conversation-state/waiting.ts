// Tabs whose question waits on this page until there is room for another answer: known to whoever asks, shown by the tabs.
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { keys } from '../../lib/query.ts'

const none: readonly number[] = []

/** The ids of the tabs with a question in line, one for each question. */
export function useInLine(): readonly number[] {
  const { data } = useQuery({
    queryKey: keys.inLine,
    queryFn: () => none,
    enabled: false,
    initialData: none,
  })
  return data
}

/** Says that a question to a tab stands in line, and returns what says that it does not any more. */
export function markInLine(cache: QueryClient, tabId: number): () => void {
  const change = (next: (list: readonly number[]) => readonly number[]) =>
    cache.setQueryData<readonly number[]>(keys.inLine, (list) => next(list ?? none))
  change((list) => [...list, tabId])
  return () =>
    change((list) => {
      const place = list.indexOf(tabId)
      return place < 0 ? list : list.toSpliced(place, 1)
    })
}
