import { contract } from '@polylogue/contract/browser'
import { useQueries } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useUserId } from '#features/session/index.ts'
import { itemKeys } from './keys.ts'
import type { ItemKind } from './kind.ts'
import { useIsOffered } from './use-offered.ts'

/** Returns how many items of each kind the user can read; undefined where the kind is not offered and while loading. */
export function useItemCounts(kinds: readonly ItemKind[]): readonly (number | undefined)[] {
  const api = useApi()
  const userId = useUserId()
  const isOffered = useIsOffered()
  const queries = kinds.map((kind) => {
    const { queryKey, fetch, of } = kind.list.count ?? totalOf(kind, 'count', {})
    return {
      queryKey,
      enabled: isOffered(kind),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetch(api, signal, userId),
      select: of,
    }
  })
  return useQueries({ queries }).map(({ data }) => data)
}

/** Returns how many items of these kinds the library warns about; 0 while that is not known. */
export function useFailedItems(kinds: readonly ItemKind[]): number {
  const api = useApi()
  const isOffered = useIsOffered()
  const queries = kinds.flatMap((kind) => {
    if (!kind.list.failed) return []
    const { queryKey, fetch } = totalOf(kind, 'failed', kind.list.failed)
    return {
      queryKey,
      enabled: isOffered(kind),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetch(api, signal),
    }
  })
  return useQueries({ queries }).reduce((sum, { data = 0 }) => sum + data, 0)
}

/** The total of a list's call. */
const totalOf = ({ noun }: ItemKind, name: string, filter: Readonly<Record<string, number>>) => ({
  queryKey: [...itemKeys(noun).lists, name],
  async fetch(api: Api, signal: AbortSignal): Promise<number> {
    // The lists of all kinds in the library are paged alike, each under the path of its noun.
    const list = { ...contract.goldensets.list, path: noun }
    return (await api.call(list, { query: { limit: 1, ...filter } }, { signal })).meta.total
  },
  of: (total: unknown) => Number(total),
})
