// Refetches data that changed elsewhere, without disturbing what the user does on this page.
import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** Debounces events into one refetch. */
const GATHER_MS = 80
/** Minimum time between two refetches of the same data, unless `gapMs` is passed. */
const GAP_MS = 400
/** Maximum delay while the page runs a mutation or the same fetch. */
const TIMEOUT_MS = 5_000

export interface Refresh {
  /** Refetches the active queries that match `filters`, and invalidates the others; after `waitMs`, unless asked for earlier. */
  ask(filters: QueryFilters, gapMs?: number, waitMs?: number): void
  end(): void
}

/**
 * Waits for pending mutations, because the response could be older and undo an optimistic update. Also waits for a pending
 * fetch of the same data, because a refetch would cancel loading older messages.
 */
export function createRefresh(cache: QueryClient): Refresh {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; at: number }>()
  let ended = false
  const asked = new Map<string, number>()
  const isBusy = (filters: QueryFilters) => cache.isMutating() > 0 || cache.isFetching(filters) > 0
  const later = (name: string, filters: QueryFilters, at: number, until: number) => {
    const timer = setTimeout(() => run(name, filters, until), at - performance.now())
    waiting.set(name, { timer, at })
  }
  const run = (name: string, filters: QueryFilters, until: number) => {
    const now = performance.now()
    if (isBusy(filters) && now < until) return later(name, filters, now + GATHER_MS, until)
    waiting.delete(name)
    asked.set(name, now)
    void cache.invalidateQueries(filters)
  }
  return {
    ask(filters, gapMs = GAP_MS, waitMs = 0) {
      const name = JSON.stringify(filters.queryKey)
      const now = performance.now()
      const at = Math.max(now + GATHER_MS, now + waitMs, (asked.get(name) ?? -Infinity) + gapMs)
      const before = waiting.get(name)
      if (ended || (before && before.at <= at)) return
      clearTimeout(before?.timer)
      later(name, filters, at, at + TIMEOUT_MS)
    },
    end() {
      ended = true
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
