// The answers to a question that was asked in several tabs: how they are fetched, cached and refreshed.
import { contract, type Message } from '@polylogue/contract'
import { useQuery } from '@tanstack/react-query'
import { ApiProblem, useApi } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

const LOOK_AGAIN_MS = 4_000
const UNFINISHED_BELOW = 2

/** The messages of a comparison, the newest last; none when nothing was stored under this id, or nothing one may read. */
export function useCompared(compareId: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.compared(compareId),
    queryFn: async ({ signal }): Promise<readonly Message[]> => {
      try {
        return (await api.call(contract.queries.compared, { params: { compareId } }, { signal })).data.Queries
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return []
        throw error
      }
    },
    // An answer that ends is put in its place at once; this is for those whose end this page did not hear.
    refetchInterval: ({ state }) =>
      state.data?.some((message) => message.state < UNFINISHED_BELOW) ? LOOK_AGAIN_MS : false,
  })
}
