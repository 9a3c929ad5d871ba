import type { Project } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useOptimistic } from '#features/items/index.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { useTranslation } from '#lib/texts.ts'

type Model = Pick<Project, 'defaultModelId' | 'defaultModelTagId'>

/** Chooses the model of a project. Without `ifModified`: another setting may have changed just before. */
export function useChooseModel({ id }: Pick<Project, 'id'>) {
  const { t } = useTranslation('projects')
  return useOptimistic<Model, Project>({
    queryKey: projectKeys.one(id),
    send: (api, body) => api.call(contract.projects.update, { params: { id }, body }),
    show: (project, model) => ({ ...project, ...model }),
    failed: t('saveFailed'),
    others: [projectKeys.lists],
  })
}
