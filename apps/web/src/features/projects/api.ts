// Projects: how they are fetched, cached and refreshed.
import type { AssocContext, ListedProject, Project } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { ApiProblem, useApi, type Api } from '../../lib/api.ts'
import { projectKeys } from './keys.ts'
import { tabKeys } from '../tabs/keys.ts'
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

/** Which projects a list shows: all, unless something is asked of them. */
export interface ProjectFilter {
  /** Part of the name or the description. */
  q?: string | undefined
  kind?: 'chat' | 'project' | undefined
}

interface ProjectPage {
  projects: ListedProject[]
  next: string | null
}

const NO_PROJECTS: ProjectPage = { projects: [], next: null }

/** Whether the list beside the page is known whole and has no chat: then none has to be looked for. */
export function knowsNoChat(cache: QueryClient, userId: number): boolean {
  const list = cache.getQueryData<InfiniteData<ProjectPage>>([...projectKeys.lists, userId])
  if (list?.pages.at(-1)?.next !== null) return false
  return list.pages.every(({ projects }) => projects.every(({ type }) => type !== CHAT_TYPE))
}

/**
 * The projects one may read, the last used first, page after page; looked at again when one comes back to the page. Another
 * filter keeps showing the old list until the new one is there.
 */
export function useProjects(filter: ProjectFilter = {}) {
  const api = useApi()
  const userId = useUserId()
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return useInfiniteQuery({
    queryKey: [...projectKeys.lists, userId, ...(asked.length > 0 ? [Object.fromEntries(asked)] : [])],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<ProjectPage> => {
      const query = {
        ...Object.fromEntries(asked),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
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

/** The tab that stood first in a project when a list of projects was read; undefined when no list tells it. */
export function listedFirstTab(cache: QueryClient, id: number): number | undefined {
  const lists = cache.getQueriesData<InfiniteData<ProjectPage>>({ queryKey: projectKeys.lists })
  const listed = lists.flatMap(([, list]) => list?.pages ?? []).flatMap(({ projects }) => projects)
  return listed.find((project) => project.id === id)?.firstTabId ?? undefined
}

/** How one project is asked for; NOT_FOUND when it was deleted or is not shared. */
export const projectQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: projectKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.call(contract.projects.get, { params: { id } }, { signal })).data.project,
  })

/** One project; NOT_FOUND when it was deleted or is not shared. */
export const useProject = (id: number) => useQuery(projectQuery(useApi(), id))

/** One's default project with its first tab; asking makes it once, however often (reading 5). */
export function useDefaultProject() {
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  return useQuery({
    queryKey: [...projectKeys.all, 'default', userId],
    queryFn: async ({ signal }) => {
      const request = { params: { id: userId }, body: {} }
      const { project } = (await api.call(contract.projects.ensureDefault, request, { signal })).data
      cache.setQueryData(projectKeys.one(project.id), project)
      // It may have been made just now, after the list was read.
      void cache.invalidateQueries({ queryKey: projectKeys.lists })
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
    mutationFn: async (values: ProjectValues & Shares) => {
      const { data } = await api.call(contract.projects.create, { body: values })
      const { defaultModelId, defaultModelTagId } = values
      const body = { defaultModelId, defaultModelTagId }
      await api.call(contract.tabs.create, { params: { id: data.project.id }, body })
      return data.project
    },
    onSettled: () => cache.invalidateQueries({ queryKey: projectKeys.all }),
  })
}

/** With whom it is shared: the list replaces what is stored. */
interface Shares {
  assocContexts?: AssocContext[]
}

/** What changes of a project, and the `modified` it was changed from when that is another than the page's. */
type ProjectChange = Partial<ProjectValues> & Shares & { ifModified?: string }

/** Changes what is given of a project, unless somebody else changed it since (CONFLICT). */
export function useUpdateProject(project: Project) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ ifModified = project.modified, ...values }: ProjectChange) => {
      const body = { ...values, ifModified }
      return (await api.call(contract.projects.update, { params: { id: project.id }, body })).data.project
    },
    onSuccess: (changed) => cache.setQueryData(projectKeys.one(project.id), changed),
    onSettled: () => cache.invalidateQueries({ queryKey: projectKeys.all }),
  })
}

/** The project as it is stored now, for somebody whose change was refused because of another one. */
export function useStoredProject() {
  const api = useApi()
  return useMutation({
    mutationFn: async (id: number) =>
      (await api.call(contract.projects.get, { params: { id } })).data.project,
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
      cache.removeQueries({ queryKey: tabKeys.of(id) })
      return cache.invalidateQueries({ queryKey: projectKeys.lists })
    },
  })
}
