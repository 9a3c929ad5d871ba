// What the answers of a project rest on, and what is shared apart from it: data sources and custom instructions.
import type { AssocContext, Project, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { canAdminister } from '#lib/can.ts'
import { useItemChange } from '#features/items/index.ts'
import { itemKeys } from '#features/items/keys.ts'
import { tabKeys } from '#features/tabs/keys.ts'

/** A data source or an instruction that a project or one of its tabs uses. */
export interface UsedItem {
  noun: 'datasources' | 'custinsts'
  id: number
  name: string
  context: { ownerContextId: number }
  assocContexts: readonly AssocContext[]
  modified: string
}

type Uses = Pick<Project | Tab, 'defaultDatasourceId' | 'custInstWhoId' | 'custInstRespondId'>

const fetchItem = async (
  api: Api,
  { noun, id }: Pick<UsedItem, 'noun' | 'id'>,
  signal: AbortSignal,
): Promise<Omit<UsedItem, 'noun'>> =>
  noun === 'datasources'
    ? (await api.call(contract.datasources.get, { params: { id } }, { signal })).data.datasource
    : (await api.call(contract.custinsts.get, { params: { id } }, { signal })).data.custinst

/** Returns what a project and its tabs use and the reader may share. */
export function useUsedItems(project: Project): UsedItem[] {
  const api = useApi()
  const cache = useQueryClient()
  const tabs = cache.getQueryData<Tab[]>(tabKeys.of(project.id)) ?? []
  const uses: readonly Uses[] = [project, ...tabs]
  const wanted = [
    ...unique(uses.map(({ defaultDatasourceId: id }) => ({ noun: 'datasources' as const, id }))),
    ...unique(
      uses.flatMap(({ custInstWhoId, custInstRespondId }) =>
        [custInstWhoId, custInstRespondId].map((id) => ({ noun: 'custinsts' as const, id })),
      ),
    ),
  ]
  return useQueries({
    queries: wanted.map((one) => ({
      queryKey: itemKeys(one.noun).one(one.id),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchItem(api, one, signal),
    })),
    combine: (results) =>
      results.flatMap(({ data }, at) => {
        const one = wanted[at]
        return one && data && canAdminister(data) ? [{ ...data, noun: one.noun }] : []
      }),
  })
}

const unique = <Named extends Pick<UsedItem, 'noun' | 'id'>>(items: readonly Named[]): Named[] => [
  ...new Map(items.filter(({ id }) => id !== 0).map((one) => [one.id, one])).values(),
]

/** Returns those of the people and groups who have no share of the item. */
export const withoutShare = (ids: readonly number[], item: UsedItem): number[] =>
  ids.filter(
    (id) =>
      id !== item.context.ownerContextId &&
      !item.assocContexts.slice(1).some(({ contextId }) => contextId === id),
  )

/** Lets people and groups read items, beside those who can already. */
export const useShareUsed = () =>
  useItemChange(
    (api, { items, ids }: { items: readonly UsedItem[]; ids: readonly number[] }) =>
      Promise.all(
        items.map(async (item) => {
          const added = withoutShare(ids, item).map((contextId) => ({
            contextId,
            hasReadAccess: true,
            hasWriteAccess: false,
            hasAdminAccess: false,
          }))
          if (added.length === 0) return
          const body = {
            assocContexts: [...item.assocContexts.slice(1), ...added],
            ifModified: item.modified,
          }
          const sent = { params: { id: item.id }, body }
          await (item.noun === 'datasources'
            ? api.call(contract.datasources.update, sent)
            : api.call(contract.custinsts.update, sent))
        }),
      ),
    [itemKeys('datasources').all, itemKeys('custinsts').all],
  )
