// Where an answer is being written: known to the page that reads the stream, shown by navigation and tabs.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keys } from './query.ts'

export interface RunningAnswer {
  projectId: number
  tabId: number
}

const none: readonly RunningAnswer[] = []

/** The answers that this page knows to be under way. */
export function useRunning(): readonly RunningAnswer[] {
  const { data } = useQuery({
    queryKey: keys.running,
    queryFn: () => none,
    enabled: false,
    initialData: none,
  })
  return data
}

/** `mark(answer)` says that an answer has begun and returns what says that it has ended. */
export function useMarkRunning(): (answer: RunningAnswer) => () => void {
  const cache = useQueryClient()
  return useCallback(
    (answer) => {
      const change = (next: (list: readonly RunningAnswer[]) => readonly RunningAnswer[]) =>
        cache.setQueryData<readonly RunningAnswer[]>(keys.running, (list) => next(list ?? none))
      change((list) => [...list, answer])
      return () => change((list) => list.filter((other) => other !== answer))
    },
    [cache],
  )
}
