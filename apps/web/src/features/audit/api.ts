// The audit trail, for the super user.
import type { AuditEntry } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { saveBlob } from '#ui/media-save.ts'
import { queryOf, type AuditFilter } from './filter.ts'

const auditKeys = {
  all: ['audit'] as const,
}

const AT_ONCE = 50

/** Returns the audit trail, newest first, 50 per page. Keeps the previous page while the next one loads. */
export function useAuditTrail(filter: AuditFilter) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...auditKeys.all, filter],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...queryOf(filter), limit: AT_ONCE, cursor: pageParam }
      const { data, meta } = await api.call(contract.audit.list, { query }, { signal })
      return { entries: data.Entries, next: meta.nextCursor }
    },
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }): AuditEntry[] => pages.flatMap(({ entries }) => entries),
  })
}

/** Downloads the filtered audit trail. */
export function useAuditExport() {
  const api = useApi()
  return useMutation({
    mutationFn: async (filter: AuditFilter) => {
      const { data } = await api.call(contract.audit.export, { query: queryOf(filter) })
      saveBlob(data, `audit-${new Date().toISOString().slice(0, 10)}.csv`)
    },
  })
}
