// What a live event about a project says, and when it means that a message has to be refetched.
import type { LiveMessage } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import { isFollowedHere, isRunning } from './running.ts'

/** How long a run of this page may take to notice an end that the server has announced. */
const OWN_END_MS = 1_500

/** The ids that the event carries; 0 for one that it does not. */
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

/** Calls `refetch` when the event changed a message. An answer that this page writes itself needs no refetch until it hangs. */
export function onMessageChange(cache: QueryClient, event: ProjectEvent, refetch: () => void): void {
  const { messageId, what } = event
  const own = isFollowedHere(cache, messageId)
  if (what === 'message' || (what === 'asked' && !own) || (what === 'ended' && !own)) return refetch()
  if (what === 'ended')
    setTimeout(() => {
      if (isRunning(cache, messageId)) refetch()
    }, OWN_END_MS)
}
