// Reads live events about a project, tells the runs, and decides when a message has to be refetched.
import type { LiveMessage } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { RunningAnswers, TabRef } from './answers.ts'
import { keeping, unreadOf, type Unread } from './unread.ts'
import { runsOf } from './use-running.ts'

/**
 * Time for a run of this page to end after the server has announced the end. No event could replace it: the end comes on a
 * connection of its own, and one that a proxy holds back or a phone has suspended tells nothing, not even that it broke.
 */
const OWN_END_MS = 1_500

/** The ids in the event; 0 for a missing one. */
export interface ProjectEvent {
  readonly projectId: number
  readonly tabId: number
  readonly messageId: number
  readonly what: unknown
}

export function projectEventOf(data: LiveMessage['contextData']): ProjectEvent {
  const id = (name: string) => (typeof data[name] === 'number' ? data[name] : 0)
  return { projectId: id('projectId'), tabId: id('tabId'), messageId: id('messageId'), what: data['what'] }
}

/**
 * Calls `refetch` when the event changed a message. An answer streamed by this page is refetched only if its end does not
 * arrive.
 */
export function onMessageChange(cache: QueryClient, event: ProjectEvent, refetch: () => void): void {
  const { messageId, what } = event
  const runs = runsOf(cache)
  const own = runs.isFollowed(messageId)
  if (what === 'message' || (what === 'asked' && !own) || (what === 'ended' && !own)) return refetch()
  if (what === 'ended') ifLate(runs.answers, messageId, refetch)
}

/** Calls `late` if the answer has not ended here soon after the server announced its end. */
export function ifLate(answers: RunningAnswers, messageId: number, late: () => void): void {
  setTimeout(() => {
    if (answers.has(messageId)) late()
  }, OWN_END_MS)
}

/**
 * Lists an answer that was asked on another page. Its end is a live event, also of one whose server died; events that were missed
 * end with the next opening of the live stream, which clears all such answers.
 */
export function noteBegun(answers: RunningAnswers, answer: TabRef & { messageId: number }): void {
  if (!answers.has(answer.messageId)) answers.add(answer)
}

/** Removes the marks of a deleted tab or project. */
export function forgetUnread(cache: QueryClient, gone: { tabId: number } | { projectId: number }): void {
  const stays = (one: Unread) =>
    'tabId' in gone ? one.tabId !== gone.tabId : one.projectId !== gone.projectId
  unreadOf(cache).unread.update((list) => keeping(list, stays))
}
