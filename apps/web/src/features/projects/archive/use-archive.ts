// The archive: projects that a person put away (PROJECT-10).
import type { Project } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useIdle } from '#lib/idle.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { projectKeys } from '../keys.ts'

type Named = Pick<Project, 'id' | 'name' | 'type'>

const NONE: readonly number[] = []

/** Returns the ids of the user's archived projects; none until the page has loaded. */
export function useArchived(): readonly number[] {
  const api = useApi()
  const userId = useUserId()
  const enabled = useIdle()
  const { data = NONE } = useQuery({
    queryKey: projectKeys.archived(userId),
    enabled,
    queryFn: async ({ signal }) =>
      (await api.call(contract.projects.archived, { params: { id: userId } }, { signal })).data.projectIds,
  })
  return data
}

/** Returns whether a project is archived, and a function that archives it or takes it back, with a notice that undoes it. */
export function useArchive(project: Named): { archived: boolean; toggle: () => void } {
  const { t } = useTranslation('projects')
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const key = projectKeys.archived(useUserId())
  const archived = useArchived().includes(project.id)
  const { id, name } = project
  const store = useMutation({
    mutationFn: (next: boolean) =>
      api.call(contract.projects.archive, { params: { id }, body: { archived: next } }),
    onSuccess(_, next) {
      cache.setQueryData<readonly number[]>(key, (ids = NONE) => {
        const others = ids.filter((other) => other !== id)
        return next ? [id, ...others] : others
      })
      notices.show({
        kind: 'done',
        title: t(next ? 'archive.done' : 'archive.undone', { name }),
        ...(next ? { text: t('archive.doneText') } : {}),
        action: { label: t('archive.undo'), run: () => store.mutate(!next) },
      })
      void cache.invalidateQueries({ queryKey: key })
      return cache.invalidateQueries({ queryKey: projectKeys.lists })
    },
    onError: (error, next) =>
      notices.show({
        kind: 'failure',
        title: t(next ? 'archive.failed' : 'archive.undoFailed'),
        text: errorMessage(error).sentence,
      }),
  })
  return { archived, toggle: () => store.mutate(!archived) }
}
