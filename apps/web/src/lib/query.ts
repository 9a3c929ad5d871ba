// The query cache. Each feature defines its keys in its `keys.ts`; keys begin with the noun.
import { notifyManager, QueryClient, useQueryClient, type Query, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiProblem } from './api.ts'
import type { Connection } from './connection.ts'
import { useStore } from './store.ts'

/** Creates a query cache that retries after lost connections and server errors, but not after refusals. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      },
      mutations: { retry: false },
    },
  })
}

/** Returns whether another attempt may succeed: after lost connections and server errors, but not after refusals. */
export function mayPass(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500
}

/** Refetches what a page could not load while the server was unreachable, as soon as it responds again. */
export function refetchWhenReachable(cache: QueryClient, connection: Connection): void {
  let before = connection.get()
  connection.subscribe(() => {
    const now = connection.get()
    const isBack = now === 'reachable' && before !== 'reachable'
    before = now
    if (!isBack) return
    const hasFailed = ({ state }: Query) => state.error !== null && mayPass(state.error)
    void cache.refetchQueries({ type: 'active', predicate: hasFailed })
  })
}

/** Returns the list of a call, or an empty one when the server answers 404 for none (API-6). */
export async function noneAsEmpty<T>(call: Promise<T[]>): Promise<T[]> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'NONE_FOUND') return []
    throw error
  }
}

/** Returns what the cache has under a key, undefined if nothing; renders again when that changes. Loads nothing. */
export function useCached<T>(key: QueryKey): T | undefined {
  const cache = useQueryClient()
  const queries = useMemo(
    () => ({
      get: () => cache,
      subscribe: (told: () => void) => cache.getQueryCache().subscribe(notifyManager.batchCalls(told)),
    }),
    [cache],
  )
  return useStore(queries, () => cache.getQueryData<T>(key))
}
