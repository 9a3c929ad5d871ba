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
import { useApi } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

interface Page {
  messages: readonly Message[]
  nextCursor: string | null
}

type Pages = InfiniteData<Page, string | undefined>

/** Messages of a page: the newest first, older ones as one scrolls up. */
const PAGE = 30

/**
 * A tab's messages, the newest page first. Coming back to the page asks again: another page or person may have asked
 * something meanwhile.
 */
export function useMessages(tabId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.queries(tabId),
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = { limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const { data, meta } = await api.call(
        contract.queries.list,
        { params: { id: tabId }, query },
        { signal },
      )
      return { messages: data.Queries, nextCursor: meta.nextCursor }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

/** Puts a message into its tab's list: in its own place, or at the end. */
export function putMessage(cache: QueryClient, tabId: number, message: Message): void {
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
