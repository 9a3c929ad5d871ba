// Fetches and changes how addresses are refreshed, and the site maps and folders of pages of a data source.
import type { DatasourceSite } from '@polylogue/contract'
import { contract, type Refresh, type SiteKind } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useChange } from '../api.ts'
import { datasourceKeys } from '../keys.ts'

/** An address as it is added: a page, or the pages of a site. */
export interface NewAddress {
  url: string
  kind: 'page' | SiteKind
  refresh: Refresh
  /** Pages of a site at most. */
  limit: number
}

/** Returns the site maps and folders of pages of a data source; empty until they are there. */
export function useSites(datasourceId: number): readonly DatasourceSite[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: datasourceKeys.sites(datasourceId),
    queryFn: async ({ signal }) =>
      (await api.call(contract.sites.list, { params: { id: datasourceId } }, { signal })).data.sites,
  })
  return data ?? NONE
}

const NONE: readonly DatasourceSite[] = []

/** Adds an address; the server fetches its document or its pages. */
export const useAddAddress = () =>
  useChange((api, { id, url, kind, refresh, limit }: NewAddress & { id: number }): Promise<unknown> =>
    kind === 'page'
      ? api.call(contract.media.begin, { params: { id }, body: { url, refresh } })
      : api.call(contract.sites.create, { params: { id }, body: { kind, url, limit, refresh } }),
  )

export const useSetRefresh = () =>
  useChange((api, { id, refresh }: { id: number; refresh: Refresh }) =>
    api.call(contract.media.update, { params: { id }, body: { refresh } }),
  )

export const useRefreshMedia = () =>
  useChange((api, id: number) => api.call(contract.media.refresh, { params: { id } }))

/** Changes the passed of these: the limit of a site, and how often it is fetched again. */
export const useUpdateSite = () =>
  useChange((api, { id, ...body }: { id: number; limit?: number; refresh?: Refresh }) =>
    api.call(contract.sites.update, { params: { id }, body }),
  )

export const useRefreshSite = () =>
  useChange((api, id: number) => api.call(contract.sites.refresh, { params: { id } }))

/** Removes the pages of a site that are gone. */
export const useRemoveGone = () =>
  useChange((api, id: number) => api.call(contract.sites.removeGone, { params: { id } }))

export const useRemoveSite = () =>
  useChange((api, id: number) => api.call(contract.sites.remove, { params: { id } }))
