// A tab's messages: how they are fetched, cached and refreshed.
import { contract, type Message, type UserProfile } from '@polylogue/contract'
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApi, type Api } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

interface Page {
  messages: readonly Message[]
  nextCursor: string | null
}

/** Where a page of older messages begins, and how many it has; the newest page has none. */
type PageParam = { cursor: string; limit: number } | undefined
type Pages = InfiniteData<Page, PageParam>

/** Messages of a page: the newest first, older ones as one scrolls up. */
const PAGE = 30
/** Messages fetched at once by whoever needs them all. */
const BIG_PAGE = 100

/**
 * A tab's messages, the newest page first. Coming back to the page asks again: another page or person may have asked
 * something meanwhile.
 */
export function useMessages(tabId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.queries(tabId),
    queryFn: ({ pageParam, signal }) => fetchPage(api, tabId, pageParam, signal),
    initialPageParam: undefined as PageParam,
    getNextPageParam: ({ nextCursor }, pages): PageParam =>
      nextCursor === null ? undefined : { cursor: nextCursor, limit: limitOf(tabId, pages.length) },
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

async function fetchPage(api: Api, tabId: number, page: PageParam, signal?: AbortSignal): Promise<Page> {
  const query = page ?? { limit: PAGE }
  const { data, meta } = await api.call(contract.queries.list, { params: { id: tabId }, query }, { signal })
  return { messages: data.Queries, nextCursor: meta.nextCursor }
}

/** How many messages each page of a tab has, where that is not the usual number: fetching again must not lose any. */
const sizes = new Map<number, number[]>()
const limitOf = (tabId: number, index: number): number => sizes.get(tabId)?.[index] ?? PAGE

/** The page that is on its way, by tab: whoever wants older messages meanwhile waits for the same. */
const underWay = new Map<number, Promise<boolean>>()

/**
 * Loads a page of older messages behind those that are known; false when there are none. The page is put behind what is
 * known when it comes, so that an answer that ended meanwhile stays.
 */
export function loadOlder(api: Api, cache: QueryClient, tabId: number, limit = BIG_PAGE): Promise<boolean> {
  const known = underWay.get(tabId)
  if (known) return known
  const load = fetchOlder(api, cache, tabId, limit).finally(() => underWay.delete(tabId))
  underWay.set(tabId, load)
  return load
}

async function fetchOlder(api: Api, cache: QueryClient, tabId: number, limit: number): Promise<boolean> {
  const known = cache.getQueryData<Pages>(keys.queries(tabId))?.pages
  const cursor = known?.at(-1)?.nextCursor
  if (!known || cursor === undefined || cursor === null) return false
  const param = { cursor, limit }
  const page = await fetchPage(api, tabId, param)
  const queryKey = keys.queries(tabId)
  // A refetch that began with fewer pages would put them in the place of all these when it ends.
  const overtaken = cache.isFetching({ queryKey }) > 0
  const now = cache.getQueryData<Pages>(queryKey)
  if (overtaken) await cache.cancelQueries({ queryKey })
  // Else the pages were fetched again meanwhile and end elsewhere.
  if (now && now.pages.at(-1)?.nextCursor === cursor) {
    const list = sizes.get(tabId) ?? []
    list[now.pages.length] = limit
    sizes.set(tabId, list)
    cache.setQueryData<Pages>(queryKey, {
      pages: [...now.pages, page],
      pageParams: [...now.pageParams, param],
    })
  }
  if (overtaken) void cache.invalidateQueries({ queryKey })
  return page.nextCursor !== null
}

/** Loads everything older, page after page, until `signal` ends it. */
export async function loadWhole(
  api: Api,
  cache: QueryClient,
  tabId: number,
  signal: AbortSignal,
): Promise<void> {
  while (await loadOlder(api, cache, tabId)) signal.throwIfAborted()
}

/** Older messages as one scrolls up. */
export function useOlderMessages(tabId: number) {
  const api = useApi()
  const cache = useQueryClient()
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => loadOlder(api, cache, tabId, PAGE),
  })
  const load = useCallback(() => mutate(), [mutate])
  return { load, loading: isPending, failed: isError }
}

/** Puts a message into its tab's list: in its own place, or at the end. */
export function putMessage(cache: QueryClient, tabId: number, message: Message): void {
  if (message.compareId) putCompared(cache, message.compareId, message)
  cache.setQueryData<Pages>(keys.queries(tabId), (all) => {
    const [newest, ...older] = all?.pages ?? []
    if (!all || !newest) return all
    const known = all.pages.some((page) => page.messages.some(({ id }) => id === message.id))
    const swap = (page: Page) => ({
      ...page,
      messages: page.messages.map((one) => (one.id === message.id ? message : one)),
    })
    const pages = known
      ? all.pages.map(swap)
      : [{ ...newest, messages: [...newest.messages, message] }, ...older]
    return { ...all, pages }
  })
}

/** Puts a message among those of the question it was asked with in several tabs, where those are known. */
function putCompared(cache: QueryClient, compareId: string, message: Message): void {
  cache.setQueryData<readonly Message[]>(
    keys.compared(compareId),
    (all) => all && [...all.filter((one) => one.id !== message.id), message],
  )
}

export const refreshMessages = (cache: QueryClient, tabId: number): Promise<void> =>
  cache.invalidateQueries({ queryKey: keys.queries(tabId) })

/** Rates an answer at once, and takes it back when the server refuses. */
export function useRate() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ message, rating }: { message: Message; rating: -1 | 0 | 1 }) => {
      await api.call(contract.queries.rate, { params: { id: message.id }, body: { rating } })
    },
    onMutate: ({ message, rating }) => putMessage(cache, message.projectTabId, { ...message, rating }),
    onError: (_, { message }) => putMessage(cache, message.projectTabId, message),
  })
}

/**
 * Deletes a message, or all versions that stand in its place: at once on this page, and back again when the server refuses.
 */
export function useRemoveMessage() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ message, all }: { message: Message; all: boolean }) => {
      const query = { versions: all ? ('all' as const) : ('one' as const) }
      await api.call(contract.queries.remove, { params: { id: message.id }, query })
    },
    onMutate: ({ message, all }) => {
      const doomed = cachedMessages(cache, message.projectTabId).filter((one) =>
        all ? one.turnId === message.turnId : one.id === message.id,
      )
      const ids = new Set(doomed.map(({ id }) => id))
      cache.setQueryData<Pages>(
        keys.queries(message.projectTabId),
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              messages: page.messages.filter(({ id }) => !ids.has(id)),
            })),
          },
      )
      return doomed
    },
    onError: (_, { message }, doomed) => {
      for (const one of doomed ?? []) putMessage(cache, message.projectTabId, one)
    },
    onSettled: (_, __, { message }) => refreshMessages(cache, message.projectTabId),
  })
}

/** Who can give write access to a project. */
export function useOwner(userId: number, needed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.user(userId), 'profile'],
    enabled: needed,
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<UserProfile> =>
      (await api.call(contract.users.get, { params: { id: userId } }, { signal })).data.user,
  })
}

/** The messages of a tab that the page knows now, oldest first. */
export const cachedMessages = (cache: QueryClient, tabId: number): Message[] => {
  const pages = cache.getQueryData<Pages>(keys.queries(tabId))?.pages ?? []
  return pages.flatMap((page) => page.messages).toSorted((one, other) => one.id - other.id)
}
