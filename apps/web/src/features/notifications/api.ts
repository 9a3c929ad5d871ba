// Lists, marks and deletes notifications. Changes show at once; the server's event then refetches (live.ts).
import type { CallData } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { ApiProblem, useApi } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { entryOf, withRead, type Entry } from './entries.ts'
import { notificationKeys } from './keys.ts'

type Listed = CallData<typeof contract.notifications.list>

/** Which notifications are shown. */
export const SHOWN = ['unread', 'read', 'all'] as const
export type Shown = (typeof SHOWN)[number]

/** A week away is on one page. */
const PAGE = 70
/** The most notifications of a page when all are deleted (packages/contract/src/notification-kinds.ts). */
const MOST = 100
/** Deletions under way at a time. */
const AT_A_TIME = 4

const readOf = (shown: Shown) => (shown === 'all' ? {} : { read: shown === 'read' ? 'true' : 'false' })

/** Returns the notifications, page by page, and how many are unread. */
export function useNotifications(shown: Shown) {
  const api = useApi()
  const userId = useUserId()
  return useInfiniteQuery({
    queryKey: notificationKeys.page(shown),
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam: before, signal }) => {
      const query = { ...readOf(shown), limit: PAGE, before }
      return (await api.call(contract.notifications.list, { params: { userId }, query }, { signal })).data
    },
    getNextPageParam: ({ notifications }) =>
      notifications.length < PAGE ? undefined : notifications.at(-1)?.place,
    select: ({ pages }) => ({
      unread: pages[0]?.unread ?? 0,
      entries: pages.flatMap(({ notifications }) => notifications.map(entryOf)),
    }),
  })
}

/** Changes what is shown until the server's list is there again. */
function useShown() {
  const cache = useQueryClient()
  const change = (listed: (list: Listed) => Listed, bell: (list: Listed) => Listed) => {
    cache.setQueryData<Listed>(notificationKeys.unread, (list) => list && bell(list))
    cache.setQueriesData<InfiniteData<Listed>>(
      { queryKey: notificationKeys.pages },
      (data) => data && { ...data, pages: data.pages.map(listed) },
    )
  }
  return { change, refetch: () => cache.invalidateQueries({ queryKey: notificationKeys.all }) }
}

/** Marks notifications as read, or as unread again. */
export function useMark() {
  const api = useApi()
  const userId = useUserId()
  const { change, refetch } = useShown()
  const onError = useFailure()
  return useMutation({
    mutationFn: ({ ids, read }: { ids: readonly number[]; read: boolean }) =>
      Promise.all(
        ids.map((id) =>
          // The link that marks a notification may leave the page.
          api.call(
            contract.notifications.mark,
            { params: { userId, id }, body: { markAsRead: read } },
            { keepalive: true },
          ),
        ),
      ),
    onMutate: ({ ids, read }) => {
      const has = ({ id }: { id: number }) => ids.includes(id)
      change(
        (list) => ({
          ...list,
          notifications: list.notifications.map((one) => (has(one) ? withRead(one, read) : one)),
        }),
        (list) => {
          const notifications = list.notifications.filter((one) => !read || !has(one))
          return {
            ...list,
            notifications,
            // Only the server knows where one that is unread again leads.
            shared: list.shared?.filter((one) => !read || !has(one)),
            unread: Math.max(0, list.unread + (read ? -ids.length : ids.length)),
          }
        },
      )
    },
    onError,
    onSettled: refetch,
  })
}

/** Marks all notifications as read. */
export function useMarkAll() {
  const api = useApi()
  const userId = useUserId()
  const { change, refetch } = useShown()
  const onError = useFailure()
  return useMutation({
    mutationFn: () =>
      api.call(contract.notifications.markAll, { params: { userId }, body: { markAsRead: true } }),
    onMutate: () =>
      change(
        (list) => ({
          ...list,
          notifications: list.notifications.map((one) => withRead(one, true)),
          unread: 0,
        }),
        (list) => ({ ...list, notifications: [], shared: [], unread: 0 }),
      ),
    onError,
    onSettled: refetch,
  })
}

/** Deletes the thread of a notification. */
export function useRemoveThread() {
  const api = useApi()
  const userId = useUserId()
  const { change, refetch } = useShown()
  const onError = useFailure()
  return useMutation({
    mutationFn: ({ id }: Entry) => api.call(contract.notifications.remove, { params: { userId, id } }),
    onMutate: ({ rootId }) => {
      const without = (list: Listed) => ({
        ...list,
        notifications: list.notifications.filter((one) => one.rootId !== rootId),
      })
      change(without, without)
    },
    onError,
    onSettled: refetch,
  })
}

/** Another page may have deleted it meanwhile. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiProblem && error.code === 'NOT_FOUND')) throw error
}

/** Deletes all threads that exist now, one call each; `onCount` hears how many are gone. */
export function useRemoveAll(onCount: (count: number) => void) {
  const api = useApi()
  const userId = useUserId()
  const { refetch } = useShown()
  const page = async (before?: number) => {
    const request = { params: { userId }, query: { limit: MOST, before } }
    return (await api.call(contract.notifications.list, request)).data.notifications
  }
  return useMutation({
    mutationFn: async () => {
      const roots = new Set<number>()
      for (
        let list = await page();
        list.length > 0;
        list = list.length < MOST ? [] : await page(list.at(-1)?.place)
      )
        for (const { rootId } of list) roots.add(rootId)
      const left = [...roots]
      const remove = async (): Promise<void> => {
        for (let id = left.pop(); id !== undefined; id = left.pop()) {
          await api.call(contract.notifications.remove, { params: { userId, id } }).catch(unlessGone)
          onCount(roots.size - left.length)
        }
      }
      await Promise.all(Array.from({ length: AT_A_TIME }, remove))
    },
    onSettled: refetch,
  })
}

function useFailure() {
  const { t } = useTranslation('notifications')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return (error: Error) =>
    notices.show({ kind: 'failure', title: t('notChanged'), text: errorMessage(error).sentence })
}
