// Fetches, caches and refetches the messages of a tab.
import type { Message, Tab, UserProfile } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApi, type Api } from '#lib/api.ts'
import { FIRST_MESSAGES } from '#lib/first-page.ts'
import { perPage } from '#lib/per-page.ts'
import { compareKeys } from '#features/compare/keys.ts'
import { messageKeys } from '../keys.ts'
import { userKeys } from '#features/users/keys.ts'
import { invalidateMessage, invalidatedIn } from './invalidated.ts'
import { joined, withMessage, type Chat } from './known-chat.ts'

/** Page size for bulk loading. */
const BIG_PAGE = 100

/**
 * Returns the query for the messages of a tab, newest page first. Refetches on window focus, since another page or user may
 * have asked a question.
 */
export const messagesQuery = (api: Api, cache: QueryClient, tabId: number) =>
  queryOptions({
    queryKey: messageKeys.of(tabId),
    queryFn: ({ signal }) => fetchNewest(api, cache, tabId, signal),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })

/** Returns the messages of a tab, newest page first. */
export const useMessages = (tabId: number) => useQuery(messagesQuery(useApi(), useQueryClient(), tabId))

const hasConfidential = ({ messages }: Chat) => messages.some(({ confidential }) => confidential)

/** Returns whether a tab has confidential messages: as it says itself, or one of those that are loaded. */
export function useHasConfidential({ id, confidential }: Tab): boolean {
  const query = messagesQuery(useApi(), useQueryClient(), id)
  const { data } = useQuery({ ...query, select: hasConfidential })
  return confidential || data === true
}

/** Fetches the newest messages, and older ones only as far back as cached ones may be stale. */
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
    // Reads the cache again: older messages or finished answers may have been added meanwhile.
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

/** Pending requests for an older page, by tab; concurrent callers share one. */
const underWayOf = perPage(() => new Map<number, Promise<boolean>>())

/**
 * Prepends a page of older messages; resolves with false if there are none. Merges into the cache on arrival, so that an
 * answer that finished meanwhile is kept.
 */
export function loadOlder(api: Api, cache: QueryClient, tabId: number, limit = BIG_PAGE): Promise<boolean> {
  const underWay = underWayOf(cache)
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
    // Otherwise the list was refetched meanwhile and ends elsewhere.
    now?.nextCursor === cursor
      ? { messages: [...older.messages, ...now.messages], nextCursor: older.nextCursor }
      : now,
  )
  return older.nextCursor !== null
}

/** Loads all older messages page by page, until `signal` aborts. */
export async function loadWhole(
  api: Api,
  cache: QueryClient,
  tabId: number,
  signal: AbortSignal,
): Promise<void> {
  while (await loadOlder(api, cache, tabId)) signal.throwIfAborted()
}

/** Loads older messages on scrolling up. */
export function useOlderMessages(tabId: number) {
  const api = useApi()
  const cache = useQueryClient()
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => loadOlder(api, cache, tabId, FIRST_MESSAGES),
  })
  const load = useCallback(() => mutate(), [mutate])
  return { load, loading: isPending, failed: isError }
}

/** Upserts a message into the cached list of its tab. */
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

/** Upserts a message into the cached comparison that it belongs to. */
function putCompared(cache: QueryClient, compareId: string, message: Message): void {
  cache.setQueryData<readonly Message[]>(
    compareKeys.compared(compareId),
    (all) => all && [...all.filter((one) => one.id !== message.id), message],
  )
}

/** Refetches the newest messages of a tab, back to `messageId`. */
export function refreshMessages(cache: QueryClient, tabId: number, messageId = 0): Promise<void> {
  invalidateMessage(cache, tabId, messageId)
  return cache.invalidateQueries({ queryKey: messageKeys.of(tabId) })
}

/** Rates an answer optimistically; rolls back when the server refuses. */
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

/** Deletes a message, or all versions of its turn, optimistically; rolls back when the server refuses. */
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

/** Returns the short profile of a user: who asked, or who can grant write access to a project. */
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

/** Returns the cached messages of a tab, oldest first. */
export const cachedMessages = (cache: QueryClient, tabId: number): Message[] =>
  (cache.getQueryData<Chat>(messageKeys.of(tabId))?.messages ?? []).toSorted(
    (one, other) => one.id - other.id,
  )
