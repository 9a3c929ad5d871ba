// Fetches, caches and refetches projects.
import type { AssocContext, ListedProject, Project } from '@polylogue/contract'
import { contract, provisionalName } from '@polylogue/contract/browser'
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
import { ApiProblem, useApi, type Api } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { useMatch } from 'react-router'
import { projectKeys } from './keys.ts'
import { tabKeys } from '#features/tabs/keys.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { useUserId } from '#features/session/index.ts'

export interface ProjectValues {
  name: string
  description: string
  type: number
  defaultModelId: number
  defaultModelTagId: number
}

/** `type` of a private chat; any other value is a project. */
export const CHAT_TYPE = 0
export const PROJECT_TYPE = 2

/** The value of the address's parameter `tab` for the overview of a project. */
export const OVERVIEW_TAB = 'overview'

/** Whether a page shows what it consists of, beside its tabs: a project does, a chat does not. */
export const hasOverview = ({ type }: Pick<Project, 'type'>): boolean => type !== CHAT_TYPE

/** The options of `t` for what acts on a project or a chat: a chat has texts of its own (`edit_chat` beside `edit`). */
export const inWordsOf = ({ type }: Pick<Project, 'type'>): { context?: 'chat' } =>
  type === CHAT_TYPE ? { context: 'chat' } : {}

/** Filter of a list of projects; by default all. */
export interface ProjectFilter {
  /** Part of the name or the description. */
  q?: string | undefined
  kind?: 'chat' | 'project' | undefined
  /** Only archived ones; else none of these. */
  archived?: 'only' | undefined
}

interface ProjectPage {
  projects: ListedProject[]
  next: string | null
}

const NO_PROJECTS: ProjectPage = { projects: [], next: null }

/**
 * Whether the navigation's list is completely cached, up to date, and has no chat, so that no request is needed to look for
 * one.
 */
export function knowsNoChat(cache: QueryClient, userId: number): boolean {
  const list = cache.getQueryState<InfiniteData<ProjectPage>>([...projectKeys.lists, userId])
  if (list?.data?.pages.at(-1)?.next !== null || list.isInvalidated) return false
  return list.data.pages.every(({ projects }) => projects.every(({ type }) => type !== CHAT_TYPE))
}

/**
 * Returns the projects that the user can read, last used first, page by page; refetches on window focus. Keeps the previous
 * list while a new filter loads.
 */
export function useProjects(filter: ProjectFilter = {}) {
  const api = useApi()
  const userId = useUserId()
  // The plugin reloads the projects when the browser's tab becomes visible again (PAGE-7).
  const refetchOnWindowFocus = useInstalled('refresh-projects')
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return useInfiniteQuery({
    queryKey: [...projectKeys.lists, userId, ...(asked.length > 0 ? [Object.fromEntries(asked)] : [])],
    placeholderData: keepPreviousData,
    refetchOnWindowFocus,
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

/** Returns the first tab of a project from a cached list; undefined if no list has it. */
export function listedFirstTab(cache: QueryClient, id: number): number | undefined {
  const lists = cache.getQueriesData<InfiniteData<ProjectPage>>({ queryKey: projectKeys.lists })
  const listed = lists.flatMap(([, list]) => list?.pages ?? []).flatMap(({ projects }) => projects)
  return listed.find((project) => project.id === id)?.firstTabId ?? undefined
}

/** Returns the query for one project; NOT_FOUND if it was deleted or is not shared. */
export const projectQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: projectKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.call(contract.projects.get, { params: { id } }, { signal })).data.project,
  })

/** Returns one project; NOT_FOUND if it was deleted or is not shared. */
export const useProject = (id: number) => useQuery(projectQuery(useApi(), id))

/**
 * Returns the default project of the user with its first tab; the request creates it once and is idempotent (PROJECT-3).
 */
export function useDefaultProject() {
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: [...projectKeys.all, 'default', userId],
    queryFn: async ({ signal }) => {
      const request = { params: { id: userId }, body: { name: provisionalName(i18n.language) } }
      const { project } = (await api.call(contract.projects.ensureDefault, request, { signal })).data
      cache.setQueryData(projectKeys.one(project.id), project)
      // The request may have created it after the list was fetched.
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

/** Shares of a project; the list replaces the stored one. */
interface Shares {
  assocContexts?: AssocContext[]
}

/** Changed fields of a project; `ifModified` if the change is based on another version than the cached one. */
type ProjectChange = Partial<ProjectValues> & Shares & { ifModified?: string }

/** Updates the passed fields of a project; rejects with CONFLICT if another user changed it since. */
export function useUpdateProject(project: Pick<Project, 'id' | 'modified'>) {
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

/** Returns what was asked in a project: the last questions of its tabs, and the prompts that were run. */
export function useActivity(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: projectKeys.activity(id),
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(contract.projects.activity, { params: { id } }, { signal })).data,
  })
}

/** Fetches the stored project, after a CONFLICT. */
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

/** Returns the project of the page; undefined on other pages and until it is loaded. */
export function useShownProject(): Project | undefined {
  const id = Number(useMatch('/projects/:id')?.params.id ?? 0)
  return useQueryClient().getQueryData<Project>(projectKeys.one(id))
}
