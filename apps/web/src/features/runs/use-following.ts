// Takes in which answers of a tab go on, and which have ended, as the list of the server says.
import type { Message } from '@polylogue/contract'
import { useEffect } from 'react'
import type { TabRef } from './answers.ts'
import { isRunning } from './run.ts'
import type { Runs } from './runs.ts'

/**
 * Follows the running answers of a tab, also those of other users, and lost ones once the connection is back or the user has
 * signed in again.
 */
export function useFollowing(
  runs: Runs,
  { projectId, tabId }: TabRef,
  messages: readonly Message[],
  isSignedIn: boolean,
): void {
  const list = messages.flatMap((message) => (isRunning({ message }) ? [message.id] : [])).join(' ')
  useEffect(() => runs.look(tabId), [runs, tabId])
  useEffect(() => runs.listed(messages), [runs, messages])
  useEffect(() => {
    if (!isSignedIn) return undefined
    const begin = () => {
      for (const id of list.split(' ')) if (id !== '') runs.follow({ projectId, tabId }, Number(id))
    }
    const again = () => {
      if (document.visibilityState === 'visible' && runs.of(tabId).some(({ lost }) => lost !== undefined))
        begin()
    }
    begin()
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [runs, projectId, tabId, list, isSignedIn])
}
