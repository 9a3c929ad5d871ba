// A tab's messages: how they are fetched, cached and refreshed.
import type { Message, UserProfile } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApi, type Api } from '../../../lib/api.ts'
import { FIRST_MESSAGES } from '../../../lib/first-page.ts'
import { invalidateMessage, invalidatedIn } from '../../conversation-state/index.ts'
import { compareKeys } from '../../compare/keys.ts'
import { messageKeys } from '../keys.ts'
import { userKeys } from '../../users/keys.ts'
import { joined, withMessage, type Chat } from './known-chat.ts'

/** Messages fetched at once by whoever needs more of them. */
const BIG_PAGE = 100

/**
 * How a tab's messages are asked for, the newest page first. Coming back to the page asks for the newest again: another page or
 * person may have asked something meanwhile.
 */
export const messagesQuery = (api: Api, cache: QueryClient, tabId: number) =>
  queryOptions({
    queryKey: messageKeys.of(tabId),
    queryFn: ({ signal }) => fetchNewest(api, cache, tabId, signal),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })

/** A tab's messages, the newest page first. */
export const useMessages = (tabId: number) => useQuery(messagesQuery(useApi(), useQueryClient(), tabId))

/** Fetches the newest messages, and older ones only as far as what is known of them is not sure. */
export async function fetchNewest(
  api: Api,
  cache: QueryClient,
  tabId: number,
  signal?: AbortSignal,
): Promise<Chat> {
  const known = () => cache.getQueryData<Chat>(messageKeys.of(tabId))
  const before = new Set(known()?.messages)
  const doubts = [...invalidatedIn(cache, tabId)]
  let fresh = await fetchPage(api, tabId, { limit: FIRST_MESSAGES }, signal)
  for (;;) {
    // As it is now: older messages may have come meanwhile, and answers ended.
    const now = known()
    const chat = joined(now, fresh, new Set(doubts))
    if (chat) {
      doubts.forEach((id) => invalidatedIn(cache, tabId).delete(id))
      const newer = (now?.messages ?? []).filter((message) => !before.has(message))
      return { ...chat, messages: newer.reduce(withMessage, chat.messages) }
    }
    const cursor = fresh.nextCursor ?? ''
    const older = await fetchPage(api, tabId, { cursor, limit: BIG_PAGE }, signal)
    fresh = { messages: [...older.messages, ...fresh.messages], nextCursor: older.nextCursor }
  }
}

async function fetchPage(
  api: Api,
  tabId: number,
  query: { cursor?: string; limit: number },
  signal?: AbortSignal,
): Promise<Chat> {
  const { data, meta } = await api.call(contract.queries.list, { params: { id: tabId }, query }, { signal })
  return { messages: data.Queries, nextCursor: meta.nextCursor }
}

/** The page that is on its way, by tab: whoever wants older messages meanwhile waits for the same. */
const underWay = new Map<number, Promise<boolean>>()

/**
 * Loads a page of older messages before those that are known; false when there are none. The page is put before what is
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
  const cursor = cache.getQueryData<Chat>(messageKeys.of(tabId))?.nextCursor
  if (cursor === undefined || cursor === null) return false
  const older = await fetchPage(api, tabId, { cursor, limit })
  cache.setQueryData<Chat>(messageKeys.of(tabId), (now) =>
    // Else it was asked for anew meanwhile and ends elsewhere.
    now?.nextCursor === cursor
      ? { messages: [...older.messages, ...now.messages], nextCursor: older.nextCursor }
      : now,
  )
  return older.nextCursor !== null
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
    mutationFn: () => loadOlder(api, cache, tabId, FIRST_MESSAGES),
  })
  const load = useCallback(() => mutate(), [mutate])
  return { load, loading: isPending, failed: isError }
}

/** Puts a message into its tab's list, in its place. */
export function putMessage(cache: QueryClient, tabId: number, message: Message): void {
  if (message.compareId) putCompared(cache, message.compareId, message)
  change(cache, tabId, (messages) => withMessage(messages, message))
}

function change(
  cache: QueryClient,
  tabId: number,
  next: (messages: readonly Message[]) => readonly Message[],
): void {
  cache.setQueryData<Chat>(
    messageKeys.of(tabId),
    (chat) => chat && { ...chat, messages: next(chat.messages) },
  )
}

/** Puts a message among those of the question it was asked with in several tabs, where those are known. */
function putCompared(cache: QueryClient, compareId: string, message: Message): void {
  cache.setQueryData<readonly Message[]>(
    compareKeys.compared(compareId),
    (all) => all && [...all.filter((one) => one.id !== message.id), message],
  )
}

/** Asks for a tab's messages anew: for the newest, and for those up to `messageId`. */
export function refreshMessages(cache: QueryClient, tabId: number, messageId = 0): Promise<void> {
  invalidateMessage(cache, tabId, messageId)
  return cache.invalidateQueries({ queryKey: messageKeys.of(tabId) })
}

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
      change(cache, message.projectTabId, (messages) => messages.filter(({ id }) => !ids.has(id)))
      return doomed
    },
    onError: (_, { message }, doomed) => {
      for (const one of doomed ?? []) putMessage(cache, message.projectTabId, one)
    },
    onSettled: (_, __, { message }) => refreshMessages(cache, message.projectTabId),
  })
}

/** Somebody by their short profile: who asked, who can give write access to a project. */
export function useOwner(userId: number, needed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...userKeys.one(userId), 'profile'],
    enabled: needed,
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<UserProfile> =>
      (await api.call(contract.users.get, { params: { id: userId } }, { signal })).data.user,
  })
}

/** The messages of a tab that the page knows now, oldest first. */
export const cachedMessages = (cache: QueryClient, tabId: number): Message[] =>
  (cache.getQueryData<Chat>(messageKeys.of(tabId))?.messages ?? []).toSorted(
    (one, other) => one.id - other.id,
  )
