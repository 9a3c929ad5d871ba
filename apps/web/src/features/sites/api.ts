// Fetches and changes the site maps and folders of pages of a data source.
import type { DatasourceSite } from '@polylogue/contract'
import { contract, type Refresh, type SiteKind } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useItemChange } from '#features/items/index.ts'
import { datasourceKeys } from '#features/datasources/keys.ts'

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

/** Sends a change, then refetches the data sources. */
const useChange = <Body, Reply>(send: (api: Api, sent: Body) => Promise<Reply>) =>
  useItemChange(send, [datasourceKeys.all])

/** Adds an address; the server fetches its document or its pages. */
export const useAddAddress = () =>
  useChange((api, { id, url, kind, refresh, limit }: NewAddress & { id: number }): Promise<unknown> =>
    kind === 'page'
      ? api.call(contract.media.begin, { params: { id }, body: { url, refresh } })
      : api.call(contract.sites.create, { params: { id }, body: { kind, url, limit, refresh } }),
  )

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
