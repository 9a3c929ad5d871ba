import type { Project } from '@polylogue/contract'
import { contract, provisionalName } from '@polylogue/contract/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { tabKeys } from '#features/tabs/keys.ts'
import { GUIDE } from '#features/models/index.ts'
import { useUserId } from '#features/session/index.ts'

/** Fetches the default project; this also switches an unused one to the model that is available now. */
function useEnsureDefault(): () => Promise<Project> {
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  const { i18n } = useTranslation()
  return async () => {
    const request = { params: { id: userId }, body: { name: provisionalName(i18n.language) } }
    const { project } = (await api.call(contract.projects.ensureDefault, request)).data
    cache.setQueryData(projectKeys.one(project.id), project)
    await cache.invalidateQueries({ queryKey: tabKeys.of(project.id) })
    return project
  }
}

/** Switches an unused default project to a model as soon as one is available. */
export function useFollowingDefault(ready: boolean): void {
  const { mutate } = useMutation({ mutationFn: useEnsureDefault() })
  useEffect(() => {
    if (ready) mutate()
  }, [ready, mutate])
}

/**
 * Opens the chat for the first question; `name` is used for a new one. Resolves with the id of a project whose tab uses a
 * real model.
 */
export function useOpenFirstChat() {
  const api = useApi()
  const cache = useQueryClient()
  const ensure = useEnsureDefault()
  return useMutation({
    mutationFn: async (name: string): Promise<number> => {
      const standard = await ensure()
      if (standard.defaultModelId !== GUIDE.modelId) return standard.id
      // The default project was used with Guide, or the user chose Guide for it.
      const { project } = (await api.call(contract.projects.create, { body: { name, autoNamed: true } })).data
      await api.call(contract.tabs.create, { params: { id: project.id }, body: {} })
      return project.id
    },
    onSettled: () => cache.invalidateQueries({ queryKey: projectKeys.lists }),
  })
}
