// Reads live events about a project, and decides when a message has to be refetched.
import type { LiveMessage } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import { runsOf } from './use-running.ts'

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
  if (what === 'ended') runs.answers.ifLate(messageId, refetch)
}
