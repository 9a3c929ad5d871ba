import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { ApiProblem, useApi, type Api } from '../../lib/api.ts'
import {
  isFollowedHere,
  runningAnswers,
  subscribeToRunning,
  markWaiting,
  type RunningAnswer,
} from '../conversation-state/index.ts'
import { useAskIn, useRunStore } from '../conversation/index.ts'
import { useUserId } from '../session/index.ts'
import { keepWaiting } from './kept.ts'
import { Line, type Lane, type Standing } from './line.ts'

/** A full server is asked again after so long. */
const LOOK_AGAIN_MS = 5_000

// One line for a page's client and the person it speaks for: it goes on whichever page is shown.
const lines = new WeakMap<Api, { userId: number; line: Line }>()

interface Given {
  userId: number
  cache: QueryClient
  ask: (lane: Lane) => Promise<number>
}

function lineOf(api: Api, { userId, cache, ask }: Given): Line {
  const known = lines.get(api)
  if (known?.userId === userId) return known.line
  // Others' answers are in the list as well, and they take nobody's room.
  const own = ({ messageId }: RunningAnswer) => messageId === undefined || isFollowedHere(cache, messageId)
  const busy = () => runningAnswers(cache).filter(own).length
  const line = new Line({
    ask,
    busy,
    isFull: (error) => error instanceof ApiProblem && error.code === 'TOO_MANY_STREAMS',
    later: (look) => setTimeout(look, LOOK_AGAIN_MS),
    mark: ({ tabId }) => markWaiting(cache, tabId),
    keep: (waiting) => keepWaiting(userId, waiting),
  })
  let before = busy()
  subscribeToRunning(cache, () => {
    const now = busy()
    const fewer = now < before
    before = now
    // After the run that ended has left the page.
    if (fewer) queueMicrotask(() => line.ended())
  })
  lines.set(api, { userId, line })
  return line
}

/** The line of this page. */
export function useLine(): Line {
  const api = useApi()
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
    return lineOf(api, { userId, cache, ask })
  }, [api, cache, userId, askIn])
}

/** What became of a comparison's questions on this page. */
export function useStandings(line: Line, compareId: string): readonly Standing[] {
  return useSyncExternalStore(
    useMemo(() => (listener: () => void) => line.subscribe(listener), [line]),
    () => line.of(compareId),
  )
}
