// Where an answer is being written: by runs of this page, and by pages and people elsewhere as far as the live stream tells.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keys } from '../../lib/query.ts'
import { noteEnded } from './unread.ts'

export interface RunningAnswer {
  projectId: number
  tabId: number
  /** Undefined while the question is not stored yet. */
  messageId?: number | undefined
  /** The run of this page that writes it; undefined for one that was heard of. */
  run?: symbol | undefined
}

const none: readonly RunningAnswer[] = []

/** How long an answer of which only the beginning was heard counts as running: the stream may have missed its end. */
const HEARSAY_MS = 15 * 60_000

/**
 * The answers that are being written, as far as this page knows, in every project; each once. For marks:
 * `useRunning().some((answer) => answer.tabId === tab.id)`.
 */
export function useRunning(): readonly RunningAnswer[] {
  const { data } = useQuery({
    queryKey: keys.running,
    queryFn: () => none,
    enabled: false,
    initialData: none,
  })
  return data
}

/** What a run of this page tells about itself. */
export interface RunningMark {
  /** The question is stored and has an id. */
  named(messageId: number): void
  /** The answer ended, well or badly, or was never asked. A tab where nobody looks then has an unread answer. */
  ended(): void
  /** The page no longer follows it. */
  dropped(): void
}

type Place = Pick<RunningAnswer, 'projectId' | 'tabId'>

/** `mark(place)` says that an answer has begun; what it returns is told how it goes on. */
export function useMarkRunning(): (place: Place) => RunningMark {
  const cache = useQueryClient()
  return useCallback((place) => markRunning(cache, place), [cache])
}

/** Marks a run of this page, as `useMarkRunning` does. */
export function markRunning(cache: QueryClient, place: Place): RunningMark {
  // By name: the cache keeps copies of what it is given.
  const run = Symbol('run')
  let answer: RunningAnswer = { ...place, run }
  const others = (list: readonly RunningAnswer[]) => list.filter((other) => other.run !== run)
  const drop = () => change(cache, others)
  change(cache, (list) => [...list, answer])
  return {
    named(messageId) {
      answer = { ...answer, messageId }
      followed(cache).add(messageId)
      // What was hearsay until now is known at first hand.
      change(cache, (list) => [...others(list).filter((other) => other.messageId !== messageId), answer])
    },
    ended() {
      drop()
      if (answer.messageId !== undefined) noteEnded(cache, answer)
    },
    dropped: drop,
  }
}

/** Whether a run of this page writes, or wrote, the answer of a message: then the page needs nobody to tell it. */
export const isFollowedHere = (cache: QueryClient, messageId: number): boolean =>
  followed(cache).has(messageId)

/** Whether the page knows the answer of a message to be under way. */
export const isRunning = (cache: QueryClient, messageId: number): boolean =>
  (cache.getQueryData<readonly RunningAnswer[]>(keys.running) ?? none).some(
    (answer) => answer.messageId === messageId,
  )

/** An answer that was begun elsewhere, heard of by the live stream. */
export function heardBegin(
  cache: QueryClient,
  answer: { projectId: number; tabId: number; messageId: number },
): void {
  const { messageId } = answer
  if (isRunning(cache, messageId)) return
  change(cache, (list) => [...list, answer])
  setTimeout(() => forgetHeard(cache, (heard) => heard.messageId === messageId), HEARSAY_MS)
}

/** Forgets the answers that were heard of and fit; runs of this page know better when they end. */
export function forgetHeard(cache: QueryClient, fits: (answer: RunningAnswer) => boolean): void {
  change(cache, (list) => list.filter((answer) => answer.run !== undefined || !fits(answer)))
}

function change(
  cache: QueryClient,
  next: (list: readonly RunningAnswer[]) => readonly RunningAnswer[],
): void {
  cache.setQueryData<readonly RunningAnswer[]>(keys.running, (list) => next(list ?? none))
}

// The messages whose answers this page followed since it was loaded: a few numbers.
const followedBy = new WeakMap<QueryClient, Set<number>>()

function followed(cache: QueryClient): Set<number> {
  const known = followedBy.get(cache) ?? new Set()
  followedBy.set(cache, known)
  return known
}
