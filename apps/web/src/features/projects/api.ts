// Projects: how they are fetched, cached and refreshed.
import { contract, type Project } from '@polylogue/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, useApi } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'
import { useUserId } from '../session/index.ts'

export interface ProjectValues {
  name: string
  description: string
  type: number
  defaultModelId: number
  defaultModelTagId: number
}

/** A project of this type is a private chat; any other is a project. */
export const CHAT_TYPE = 0
export const PROJECT_TYPE = 2

interface ProjectPage {
  projects: Project[]
  next: string | null
}

const NO_PROJECTS: ProjectPage = { projects: [], next: null }

/** The projects one may read, newest first, page after page; looked at again when one comes back to the page. */
export function useProjects() {
  const api = useApi()
  const userId = useUserId()
  return useInfiniteQuery({
    queryKey: [...keys.projects, 'list', userId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<ProjectPage> => {
      const query = pageParam === undefined ? {} : { cursor: pageParam }
      try {
        const request = { params: { id: userId }, query }
        const { data, meta } = await api.call(contract.projects.list, request, { signal })
        return { projects: data.Projects, next: meta.nextCursor }
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'NONE_FOUND') return NO_PROJECTS
        throw error
      }
    },
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.projects),
  })
}

/** One project; NOT_FOUND when it was deleted or is not shared. */
export function useProject(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: keys.project(id),
    queryFn: async ({ signal }) =>
      (await api.call(contract.projects.get, { params: { id } }, { signal })).data.project,
  })
}

/** One's default project with its first tab; asking makes it once, however often (reading 5). */
export function useDefaultProject() {
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  return useQuery({
    queryKey: [...keys.projects, 'default', userId],
    queryFn: async ({ signal }) => {
      const request = { params: { id: userId }, body: {} }
      const { project } = (await api.call(contract.projects.ensureDefault, request, { signal })).data
      cache.setQueryData(keys.project(project.id), project)
      // It may have been made just now, after the list was read.
      void cache.invalidateQueries({ queryKey: [...keys.projects, 'list'] })
      return project
    },
    staleTime: 0,
  })
}

/** Creates a project with its first tab. */
export function useCreateProject() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (values: ProjectValues) => {
      const { data } = await api.call(contract.projects.create, { body: values })
      const { defaultModelId, defaultModelTagId } = values
      const body = { defaultModelId, defaultModelTagId }
      await api.call(contract.tabs.create, { params: { id: data.project.id }, body })
      return data.project
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.projects }),
  })
}

/** Changes what is given of a project, unless somebody else changed it since (CONFLICT). */
export function useUpdateProject(project: Project) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (values: Partial<ProjectValues>) => {
      const body = { ...values, ifModified: project.modified }
      return (await api.call(contract.projects.update, { params: { id: project.id }, body })).data.project
    },
    onSuccess: (changed) => cache.setQueryData(keys.project(project.id), changed),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.projects }),
  })
}

/** Deletes a project with its tabs and messages. */
export function useRemoveProject() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      await api.call(contract.projects.remove, { params: { id } })
    },
    onSuccess: (_, id) => {
      cache.removeQueries({ queryKey: keys.tabs(id) })
      return cache.invalidateQueries({ queryKey: [...keys.projects, 'list'] })
    },
  })
}
