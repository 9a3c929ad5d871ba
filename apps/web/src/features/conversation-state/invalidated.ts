// Messages of which it was heard that something about them changed. A tab's newest messages are asked for anew often, its older
// ones only when one of these may be among them.
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../lib/query.ts'

const doubted = new WeakMap<QueryClient, Map<number, Set<number>>>()

/** Notes that what the page knows of a message is no longer right, where it knows anything of its tab. */
export function doubt(cache: QueryClient, tabId: number, messageId: number): void {
  if (messageId > 0 && cache.getQueryData(keys.queries(tabId)) !== undefined)
    doubtsOf(cache, tabId).add(messageId)
}

/** The messages of a tab that are in doubt; whoever has asked for one anew deletes it. */
export function doubtsOf(cache: QueryClient, tabId: number): Set<number> {
  const tabs = doubted.get(cache) ?? new Map<number, Set<number>>()
  doubted.set(cache, tabs)
  const ids = tabs.get(tabId) ?? new Set<number>()
  tabs.set(tabId, ids)
  return ids
}
