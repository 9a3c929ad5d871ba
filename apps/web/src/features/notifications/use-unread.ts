import type { CallData } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useUserId } from '#features/session/index.ts'
import { notificationKeys } from './keys.ts'

type Listed = CallData<typeof contract.notifications.list>

/** The bell lists ten; others take the place of those that are marked as read. */
const ASKED = 30

/** Returns the newest unread notifications, how many are unread, what was shared, and the banners of administrators. */
export function useUnread<Selected = Listed>(enabled = true, select?: (list: Listed) => Selected) {
  const api = useApi()
  const userId = useUserId()
  return useQuery({
    queryKey: notificationKeys.unread,
    enabled,
    queryFn: async ({ signal }) => {
      const query = { read: 'false', limit: ASKED, banners: 'true', shared: 'true' } as const
      return (await api.call(contract.notifications.list, { params: { userId }, query }, { signal })).data
    },
    ...(select && { select }),
  })
}

/** Whether what is under this path was shared with the person, who has neither opened it nor read that (NOTIFY-19). */
export const useIsNew = (path: string): boolean =>
  useUnread(false, ({ shared }) => shared?.some(({ uri }) => uri === path)).data ?? false
