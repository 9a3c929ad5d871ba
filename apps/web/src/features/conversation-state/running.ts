// The running answers: runs of this page, and others known from live events.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { stateOf, useList, type RunningAnswer, type TabRef } from './store.ts'
import { noteEnded } from './unread.ts'

/** Timeout for an answer started elsewhere: the live event of its end may have been missed. */
const ELSEWHERE_MS = 15 * 60_000

/**
 * Returns the running answers that this page knows of, in all projects, each once. For marks: `useRunning().some((answer) =>
 * answer.tabId === tab.id)`.
 */
export const useRunning = (): readonly RunningAnswer[] => useList(({ running }) => running)

/** Callbacks of a run of this page. */
export interface RunningMark {
  /** The question is stored and has an id. */
  named(messageId: number): void
  /** The answer ended, failed, or was never asked. If its tab is not visible, the tab becomes unread. */
  ended(): void
  /** The page stopped following it. */
  dropped(): void
}

/** Returns `mark(tab)`: call it when an answer starts, and the callbacks it returns as the run goes on. */
export function useMarkRunning(): (tab: TabRef) => RunningMark {
  const cache = useQueryClient()
  return useCallback((tab) => markRunning(cache, tab), [cache])
}

/** Marks a run of this page, like `useMarkRunning`. */
export function markRunning(cache: QueryClient, tab: TabRef): RunningMark {
  const { running, followed } = stateOf(cache)
  const run = Symbol('run')
  let answer: RunningAnswer = { ...tab, run }
  const others = (list: readonly RunningAnswer[]) => list.filter((other) => other.run !== run)
  const drop = () => running.change(others)
  running.change((list) => [...list, answer])
  return {
    named(messageId) {
      answer = { ...answer, messageId }
      followed.add(messageId)
      // Replaces the entry that a live event made for the same answer.
      running.change((list) => [...others(list).filter((other) => other.messageId !== messageId), answer])
    },
    ended() {
      drop()
      if (answer.messageId !== undefined) noteEnded(cache, answer)
    },
    dropped: drop,
  }
}

/** Whether this page streams, or streamed, the answer of a message; live events about it can be ignored then. */
export const isFollowedHere = (cache: QueryClient, messageId: number): boolean =>
  stateOf(cache).followed.has(messageId)

/** Whether the answer of a message is known to be running. */
export const isRunning = (cache: QueryClient, messageId: number): boolean =>
  runningAnswers(cache).some((answer) => answer.messageId === messageId)

/** Returns the running answers without subscribing. */
export const runningAnswers = (cache: QueryClient): readonly RunningAnswer[] => stateOf(cache).running.get()

/** Calls `listener` when an answer starts or ends, until the returned function is called. */
export const subscribeToRunning = (cache: QueryClient, listener: () => void): (() => void) =>
  stateOf(cache).running.subscribe(listener)

/** Adds an answer that started elsewhere, from a live event. */
export function noteBegunElsewhere(
  cache: QueryClient,
  answer: { projectId: number; tabId: number; messageId: number },
): void {
  const { messageId } = answer
  if (isRunning(cache, messageId)) return
  stateOf(cache).running.change((list) => [...list, answer])
  setTimeout(() => forgetBegunElsewhere(cache, (other) => other.messageId === messageId), ELSEWHERE_MS)
}

/** Removes the matching answers that started elsewhere. Runs of this page report their own end. */
export function forgetBegunElsewhere(cache: QueryClient, fits: (answer: RunningAnswer) => boolean): void {
  stateOf(cache).running.change((list) => list.filter((answer) => answer.run !== undefined || !fits(answer)))
}
