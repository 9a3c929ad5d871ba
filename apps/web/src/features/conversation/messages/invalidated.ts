// Messages invalidated by a live event and not refetched yet. A tab's newest messages are refetched often, its older ones only
// when one of these may be among them.
import type { QueryClient } from '@tanstack/react-query'
import { perPage } from '#lib/per-page.ts'
import { messageKeys } from '../keys.ts'

const invalidatedOf = perPage(
  () => new Map<number, Set<number>>(),
  (invalidated) => invalidated.clear(),
)

/** Invalidates a message, if the page has fetched anything of its tab. */
export function invalidateMessage(cache: QueryClient, tabId: number, messageId: number): void {
  if (messageId > 0 && cache.getQueryData(messageKeys.of(tabId)) !== undefined)
    invalidatedIn(cache, tabId).add(messageId)
}

/** The invalidated messages of a tab. Delete each one that you have refetched. */
export function invalidatedIn(cache: QueryClient, tabId: number): Set<number> {
  const invalidated = invalidatedOf(cache)
  const ids = invalidated.get(tabId) ?? new Set<number>()
  invalidated.set(tabId, ids)
  return ids
}
