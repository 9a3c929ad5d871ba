// Handlers of live events. `app/` lists the handlers of all features.
import type { LiveMessage } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#lib/api.ts'
import type { Notices } from '#lib/notices.ts'
import type { Refresh } from './refresh.ts'

export interface LivePage {
  /** For what a message names by its id only. */
  readonly api: Api
  readonly cache: QueryClient
  readonly refresh: Pick<Refresh, 'ask'>
  readonly notices: Pick<Notices, 'show'>
}

export type LiveData = LiveMessage['contextData']

export interface LiveHandler {
  /** By context code (LIVE-1): what to refetch on such an event. */
  readonly on: Readonly<Partial<Record<number, (page: LivePage, data: LiveData) => void>>>
  /**
   * Called when the stream opens, since earlier events were missed. `first` if the page was just loaded: what changed since
   * follows as events (`missedMs`), so its data needs no refetch.
   */
  readonly onOpen?: (page: LivePage, first: boolean) => void
}

/** Passes an event to every handler of its code. What many pages hear at once, they refetch spread over the time that it says. */
export function onLiveEvent(handlers: readonly LiveHandler[], page: LivePage, message: LiveMessage): void {
  const waitMs = Math.random() * Number(message.contextData['spreadMs'] ?? 0)
  const refresh: LivePage['refresh'] = { ask: (what, gapMs) => page.refresh.ask(what, gapMs, waitMs) }
  for (const { on } of handlers) on[message.context]?.({ ...page, refresh }, message.contextData)
}

export function onLiveOpen(handlers: readonly LiveHandler[], page: LivePage, first: boolean): void {
  for (const { onOpen } of handlers) onOpen?.(page, first)
}

/** Refetches the active queries under these keys. */
export function refetch({ refresh }: LivePage, ...keys: readonly (readonly unknown[])[]): void {
  for (const queryKey of keys) refresh.ask({ queryKey })
}
