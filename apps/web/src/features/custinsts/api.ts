// Fetches, caches and refetches custom instructions, and chooses them for tabs and projects.
import type { AssocContext, CustInst, Project, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import type { QueryKey } from '@tanstack/react-query'
import type { Api } from '#lib/api.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import { useTranslation } from '#lib/texts.ts'
import { useItemChange, useOptimistic } from '#features/items/index.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { tabKeys } from '#features/tabs/keys.ts'
import { custInstKeys } from './list-api.ts'
import type { Choice } from './choice.ts'

export type CustInstValues = Pick<CustInst, 'name' | 'description' | 'content' | 'scope'>
type Change = Partial<CustInstValues> & { id: number; assocContexts?: AssocContext[]; ifModified: string }

/** Sends a change, then refetches the instructions and the data under `others`. */
const useChange = <Body, Reply>(send: (api: Api, sent: Body) => Promise<Reply>, ...others: QueryKey[]) =>
  useItemChange(send, [custInstKeys.all, ...others])

export const useCreateCustInst = () =>
  useChange(
    async (api, body: CustInstValues) => (await api.call(contract.custinsts.create, { body })).data.custinst,
  )

/** Updates the passed fields; rejects with CONFLICT if another user changed the instruction since. */
export const useUpdateCustInst = () =>
  useChange(
    async (api, { id, ...body }: Change) =>
      (await api.call(contract.custinsts.update, { params: { id }, body })).data.custinst,
  )

/** Fetches the stored instruction, after a CONFLICT. */
export const useStoredCustInst = () =>
  useChange(
    async (api, id: number) => (await api.call(contract.custinsts.get, { params: { id } })).data.custinst,
  )

/** Deletes an instruction; tabs and projects that use it will answer without it. */
export const useRemoveCustInst = () =>
  useChange(
    async (api, id: number) => void (await api.call(contract.custinsts.remove, { params: { id } })),
    tabKeys.all,
    projectKeys.all,
  )

/** Likes an instruction, or removes the like. */
export function useLikeCustInst() {
  const { t } = useTranslation('custinsts')
  return useOptimistic<{ id: number; liked: boolean }, CustInst[]>({
    queryKey: custInstKeys.all,
    send: (api, { id, liked }) => api.call(contract.custinsts.like, { params: { id }, body: { liked } }),
    show: (list, { id, liked }) =>
      list.map((one) => (one.id === id ? { ...one, liked, likes: one.likes + (liked ? 1 : -1) } : one)),
    failed: t('likeFailed'),
  })
}

/** Chooses an instruction for a tab. */
export function useChooseForTab({ tab: { id, projectId } }: OpenTab) {
  const { t } = useTranslation('custinsts')
  return useOptimistic<Choice, Tab[]>({
    queryKey: tabKeys.of(projectId),
    send: (api, body) => api.call(contract.tabs.update, { params: { id }, body }),
    show: (tabs, choice) => tabs.map((tab) => (tab.id === id ? { ...tab, ...choice } : tab)),
    failed: t('tabFailed'),
    others: [custInstKeys.all],
  })
}

/** Chooses an instruction for the new tabs of a project. Without `ifModified`: a second choice may follow at once. */
export function useChooseForProject({ project: { id } }: Pick<OpenTab, 'project'>) {
  const { t } = useTranslation('custinsts')
  return useOptimistic<Choice, Project>({
    queryKey: projectKeys.one(id),
    send: (api, body) => api.call(contract.projects.update, { params: { id }, body }),
    show: (project, choice) => ({ ...project, ...choice }),
    failed: t('projectFailed'),
  })
}
