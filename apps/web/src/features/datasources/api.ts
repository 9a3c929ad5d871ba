// Fetches, caches and refetches data sources, and chooses them for tabs and projects.
import type { AssocContext, Datasource, Project, SentMedia, Tab } from '@polylogue/contract'
import { contract, type Refresh } from '@polylogue/contract/browser'
import { keepPreviousData, queryOptions, useQuery, type QueryKey } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { useItemChange, useOptimistic } from '#features/items/index.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { tabKeys } from '#features/tabs/keys.ts'
import { datasourceKeys } from './keys.ts'
import { queryOf, type Search } from './search.ts'

/** The fields of a data source as they are saved. */
export interface DatasourceValues {
  name: string
  summary: string
  /** Empty for none. */
  label: string
  categories: number[]
  tags: number[]
  useContextual: boolean
  chunkSize: number
  chunkOverlap: number
  useVectors: boolean
  answersOnly: boolean
  /** Empty for the languages of the installation. */
  recognitionLanguages: string[]
  /** 0 for none. */
  recognitionModelTagId: number
}

type Change = Partial<DatasourceValues> & { id: number; assocContexts?: AssocContext[]; ifModified: string }

/** Returns a page of the data sources that match. Keeps the previous page until the next one is there. */
export function useFoundDatasources(search: Search) {
  const api = useApi()
  const query = queryOf(search)
  return useQuery({
    queryKey: [...datasourceKeys.lists, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data, meta } = await api.call(contract.datasources.list, { query }, { signal })
      return { datasources: data.datasources, total: meta.total }
    },
  })
}

/** Returns the query for a data source with its documents. */
export const datasourceQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: datasourceKeys.one(id),
    queryFn: ({ signal }) => fetchOne(api, id, signal),
  })

/** Returns a data source with its documents; NOT_FOUND when it was deleted or is not shared. */
export function useDatasource(id: number | null) {
  const query = datasourceQuery(useApi(), id ?? 0)
  return useQuery({ ...query, enabled: id !== null && id > 0 })
}

const fetchOne = async (api: Api, id: number, signal?: AbortSignal): Promise<Datasource> =>
  (await api.call(contract.datasources.get, { params: { id } }, { signal })).data.datasource

/** Sends a change, then refetches the data sources and the data under `others`. */
export const useChange = <Body, Reply>(
  send: (api: Api, sent: Body) => Promise<Reply>,
  ...others: QueryKey[]
) => useItemChange(send, [datasourceKeys.all, ...others])

interface Created extends DatasourceValues {
  assocContexts: AssocContext[]
  /** Addresses of documents. */
  addresses: readonly { url: string; refresh: Refresh }[]
}

export const useCreateDatasource = () =>
  useChange(async (api, { addresses, ...body }: Created) => {
    const media: SentMedia[] = [...addresses]
    return (await api.call(contract.datasources.create, { body: { ...body, media } })).data.datasource
  })

/** Updates the passed fields; rejects with CONFLICT if another user changed the data source since. */
export const useUpdateDatasource = () =>
  useChange(
    async (api, { id, ...body }: Change) =>
      (await api.call(contract.datasources.update, { params: { id }, body })).data.datasource,
  )

/** Fetches the stored data source, after a CONFLICT. */
export const useStoredDatasource = () => useChange((api, id: number) => fetchOne(api, id))

/** Deletes a data source; tabs and projects that use it will answer without it. */
export const useRemoveDatasource = () =>
  useChange(
    async (api, id: number) => void (await api.call(contract.datasources.remove, { params: { id } })),
    tabKeys.all,
    projectKeys.all,
  )

/** Returns the labels that a data source can have. They change with the configuration only. */
export function useDatasourceLabels() {
  const api = useApi()
  return useQuery({
    queryKey: datasourceKeys.labels,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.call(contract.datasources.labels, {}, { signal })).data.DatasourceLabels,
  })
}

/** How a tab or project uses a data source. */
export type Use = Partial<Pick<Tab, 'defaultDatasourceId' | 'amountOfChunks'>>

/** Changes the data source of a tab; 0 ends the use. */
export function useChooseForTab({ id, projectId }: Pick<Tab, 'id' | 'projectId'>) {
  const { t } = useTranslation('datasources')
  return useOptimistic<Use, Tab[]>({
    queryKey: tabKeys.of(projectId),
    send: (api, body) => api.call(contract.tabs.update, { params: { id }, body }),
    show: (tabs, use) => tabs.map((tab) => (tab.id === id ? { ...tab, ...use } : tab)),
    failed: t('tabFailed'),
  })
}

/** Changes the data source of the new tabs of a project; 0 ends the use. */
export function useChooseForProject({ id }: Pick<Project, 'id'>) {
  const { t } = useTranslation('datasources')
  return useOptimistic<Use, Project>({
    queryKey: projectKeys.one(id),
    send: (api, body) => api.call(contract.projects.update, { params: { id }, body }),
    show: (project, use) => ({ ...project, ...use }),
    failed: t('projectFailed'),
  })
}

/** What a data source is applied to. */
export type Target = { project: Project } | { tabs: readonly Tab[] }

/** Why applying it failed; `tab` is the one that refused. */
export class ApplyFailed extends Error {
  readonly tab: Tab | undefined
  constructor(cause: unknown, tab?: Tab) {
    super('the data source could not be applied', { cause })
    this.tab = tab
  }
}

/** Applies a data source to a project or to tabs, one request per tab. Rejects with ApplyFailed. */
export const useApply = () =>
  useChange(
    async (api, { use: body, target }: { use: Use; target: Target }) => {
      if ('project' in target) {
        const params = { id: target.project.id }
        await api.call(contract.projects.update, { params, body }).catch((error: unknown) => {
          throw new ApplyFailed(error)
        })
        return
      }
      for (const tab of target.tabs)
        await api.call(contract.tabs.update, { params: { id: tab.id }, body }).catch((error: unknown) => {
          throw new ApplyFailed(error, tab)
        })
    },
    tabKeys.all,
    projectKeys.all,
  )
