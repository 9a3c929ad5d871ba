// Where an answer is being written: by runs of this page, and by pages and people elsewhere as far as the live stream tells.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { stateOf, useList, type RunningAnswer } from './store.ts'
import { noteEnded } from './unread.ts'

/** How long an answer begun elsewhere counts as running: the live stream may have missed its end. */
const ELSEWHERE_MS = 15 * 60_000

/**
 * The answers that are being written, as far as this page knows, in every project; each once. For marks:
 * `useRunning().some((answer) => answer.tabId === tab.id)`.
 */
export const useRunning = (): readonly RunningAnswer[] => useList(({ running }) => running)

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
  const { running, followed } = stateOf(cache)
  const run = Symbol('run')
  let answer: RunningAnswer = { ...place, run }
  const others = (list: readonly RunningAnswer[]) => list.filter((other) => other.run !== run)
  const drop = () => running.change(others)
  running.change((list) => [...list, answer])
  return {
    named(messageId) {
      answer = { ...answer, messageId }
      followed.add(messageId)
      // This run replaces what the live stream said of the same answer.
      running.change((list) => [...others(list).filter((other) => other.messageId !== messageId), answer])
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
  stateOf(cache).followed.has(messageId)

/** Whether the page knows the answer of a message to be under way. */
export const isRunning = (cache: QueryClient, messageId: number): boolean =>
  runningAnswers(cache).some((answer) => answer.messageId === messageId)

/** The answers that are being written, as `useRunning` gives them. */
export const runningAnswers = (cache: QueryClient): readonly RunningAnswer[] => stateOf(cache).running.get()

/** Calls `listener` whenever an answer begins or ends, until the returned function is called. */
export const subscribeToRunning = (cache: QueryClient, listener: () => void): (() => void) =>
  stateOf(cache).running.subscribe(listener)

/** Notes an answer that was begun elsewhere, as the live stream says. */
export function noteBegunElsewhere(
  cache: QueryClient,
  answer: { projectId: number; tabId: number; messageId: number },
): void {
  const { messageId } = answer
  if (isRunning(cache, messageId)) return
  stateOf(cache).running.change((list) => [...list, answer])
  setTimeout(() => forgetBegunElsewhere(cache, (other) => other.messageId === messageId), ELSEWHERE_MS)
}

/** Forgets the answers begun elsewhere that fit; runs of this page know better when they end. */
export function forgetBegunElsewhere(cache: QueryClient, fits: (answer: RunningAnswer) => boolean): void {
  stateOf(cache).running.change((list) => list.filter((answer) => answer.run !== undefined || !fits(answer)))
}
