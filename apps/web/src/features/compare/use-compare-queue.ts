import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { perUser } from '#lib/per-page.ts'
import { useStore } from '#lib/store.ts'
import { useAskIn, useRunStore } from '#features/conversation/index.ts'
import { countOwn, onOwnEnded, runsOf } from '#features/runs/index.ts'
import { useUserId } from '#features/session/index.ts'
import { keepWaiting } from './kept.ts'
import { CompareQueue, type Lane, type QuestionState } from './compare-queue.ts'

/** Retry delay while the server is at its limit. */
const LOOK_AGAIN_MS = 5_000

type AskLane = (lane: Lane) => Promise<number>

/** The queue of a user; it continues on other pages, until its user leaves. */
const queueOf = perUser(createFor, ({ queue, unsubscribe }) => {
  unsubscribe()
  queue.end()
})

function createFor(cache: QueryClient, userId: number, ask: AskLane) {
  const runs = runsOf(cache)
  const queue = new CompareQueue({
    ask,
    busy: () => countOwn(runs.answers),
    isFull: (error) => error instanceof ApiProblem && error.code === 'TOO_MANY_STREAMS',
    schedule: (look) => setTimeout(look, LOOK_AGAIN_MS),
    mark: ({ tabId }) => runs.enqueue(tabId),
    keep: (waiting) => keepWaiting(userId, waiting),
  })
  const unsubscribe = onOwnEnded(runs.answers, () => queue.ended())
  return { queue, unsubscribe }
}

/** Returns the queue of this page. */
export function useCompareQueue(): CompareQueue {
  const cache = useQueryClient()
  const userId = useUserId()
  const askIn = useAskIn(useRunStore())
  return useMemo(() => {
    const ask = ({ projectId, tabId, compareId, options, ...asked }: Lane) =>
      askIn(
        { projectId, tabId },
        {
          asked: { ...asked, attachments: [], replacesQueryId: undefined },
          attachments: [],
          compareId,
          options,
        },
      )
    return queueOf(cache, userId, ask).queue
  }, [cache, userId, askIn])
}

/** Returns the state of the questions of a comparison on this page. */
export function useStandings(queue: CompareQueue, compareId: string): readonly QuestionState[] {
  return useStore({ subscribe: queue.subscribe, get: () => queue.of(compareId) })
}
