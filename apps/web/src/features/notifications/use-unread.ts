import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useUserId } from '#features/session/index.ts'
import { notificationKeys } from './keys.ts'

/** The notifications in the list of the bell. */
const LISTED = 10

/** Returns the newest unread notifications, how many are unread, and the banners of administrators. */
export function useUnread(enabled = true) {
  const api = useApi()
  const userId = useUserId()
  return useQuery({
    queryKey: notificationKeys.unread,
    enabled,
    queryFn: async ({ signal }) => {
      const query = { read: 'false', limit: LISTED, banners: 'true' } as const
      return (await api.call(contract.notifications.list, { params: { userId }, query }, { signal })).data
    },
  })
}
