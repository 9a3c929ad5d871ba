// What a feature does with messages of the live stream. `app/` lists the handlers of all features.
import type { LiveMessage } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Refresh } from './refresh.ts'

export interface LivePage {
  readonly cache: QueryClient
  readonly refresh: Refresh
}

export type LiveData = LiveMessage['contextData']

export interface LiveHandler {
  /** By context code (shell specification, section 4): what to refetch when such a message arrives. */
  readonly on: Readonly<Partial<Record<number, (page: LivePage, data: LiveData) => void>>>
  /**
   * The stream was opened, so earlier messages were missed. `first` when the page was just loaded and fetched everything a
   * moment ago.
   */
  readonly onOpen?: (page: LivePage, first: boolean) => void
}

/** Gives a message to every handler of its code. */
export function onLiveEvent(handlers: readonly LiveHandler[], page: LivePage, message: LiveMessage): void {
  for (const { on } of handlers) on[message.context]?.(page, message.contextData)
}

export function onLiveOpen(handlers: readonly LiveHandler[], page: LivePage, first: boolean): void {
  for (const { onOpen } of handlers) onOpen?.(page, first)
}

/** Refetches what is shown under each of these keys. */
export function refetch({ refresh }: LivePage, ...keys: readonly (readonly unknown[])[]): void {
  for (const queryKey of keys) refresh.ask({ queryKey })
}
