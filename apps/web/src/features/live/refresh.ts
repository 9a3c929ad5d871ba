// Asking again for what changed elsewhere, so that nobody who is busy on this page notices.
import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** What is said within this time is asked for once. */
const GATHER_MS = 80
/** Two askings for the same are so far apart, unless told. */
const GAP_MS = 400
/** How long it is put off while the page changes something itself, or asks already. */
const PATIENCE_MS = 5_000

export interface Refresh {
  /** Asks again for what is shown of `filters`, and has the rest asked for when it is next shown. */
  ask(filters: QueryFilters, gapMs?: number): void
  end(): void
}

/**
 * Waits while the page has a change under way: the answer could be older than the change and would take it back for a moment.
 * And while the same is being asked for: older messages that one scrolls up to would be given up for it.
 */
export function createRefresh(cache: QueryClient): Refresh {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  let ended = false
  const asked = new Map<string, number>()
  const isBusy = (filters: QueryFilters) => cache.isMutating() > 0 || cache.isFetching(filters) > 0
  const run = (name: string, filters: QueryFilters, until: number) => {
    if (isBusy(filters) && performance.now() < until)
      return void waiting.set(
        name,
        setTimeout(() => run(name, filters, until), GATHER_MS),
      )
    waiting.delete(name)
    asked.set(name, performance.now())
    void cache.invalidateQueries(filters)
  }
  return {
    ask(filters, gapMs = GAP_MS) {
      const name = JSON.stringify(filters.queryKey)
      if (ended || waiting.has(name)) return
      const rest = (asked.get(name) ?? -Infinity) + gapMs - performance.now()
      const wait = Math.max(GATHER_MS, rest)
      const until = performance.now() + wait + PATIENCE_MS
      waiting.set(
        name,
        setTimeout(() => run(name, filters, until), wait),
      )
    },
    end() {
      ended = true
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
