// The query cache: what the server knows. Each feature has its keys in its `keys.ts`; they begin with the noun.
import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'

/** A cache that asks again only where that can help: a refusal stays a refusal, a lost connection may come back. */
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

function mayPass(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500
}

/** What a call of a list gives when "404 means none" (reading 1): the list, or an empty one. */
export async function noneAsEmpty<T>(call: Promise<T[]>): Promise<T[]> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'NONE_FOUND') return []
    throw error
  }
}
