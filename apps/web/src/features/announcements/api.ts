// Lists and changes announcements, and puts banners away.
import type { Announcement, CallData, CallRequest } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { notificationKeys } from '#features/notifications/keys.ts'
import { announcementKeys } from './keys.ts'

/** Returns all announcements, the newest first; for administrators. */
export function useAnnouncements() {
  const api = useApi()
  return useQuery({
    queryKey: announcementKeys.all,
    queryFn: async ({ signal }) =>
      (await api.call(contract.announcements.list, {}, { signal })).data.Announcements,
  })
}

export type NewAnnouncement = CallRequest<typeof contract.announcements.create>['body']
type Change = CallRequest<typeof contract.announcements.update>['body']

export function useCreateAnnouncement() {
  const api = useApi()
  return useChange(
    async (body: NewAnnouncement): Promise<Announcement> =>
      (await api.call(contract.announcements.create, { body })).data.Announcement,
  )
}

/** Rejects with CONFLICT when it changed since `ifModified`. */
export function useUpdateAnnouncement() {
  const api = useApi()
  return useChange(
    async ({ id, ...body }: Change & { id: number }): Promise<Announcement> =>
      (await api.call(contract.announcements.update, { params: { id }, body })).data.Announcement,
  )
}

export function useEndAnnouncement() {
  const api = useApi()
  return useChange(async (id: number) => {
    await api.call(contract.announcements.end, { params: { id } })
  })
}

export function useRemoveAnnouncement() {
  const api = useApi()
  return useChange(async (id: number) => {
    await api.call(contract.announcements.remove, { params: { id } })
  })
}

function useChange<V, R>(change: (values: V) => Promise<R>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: announcementKeys.all }),
  })
}

type Listed = CallData<typeof contract.notifications.list>

/** Puts a banner away: at once here, and then on one’s other pages. */
export function usePutAway() {
  const { t } = useTranslation('announcements')
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: (id: number) => api.call(contract.announcements.putAway, { params: { id } }),
    onMutate: (id) =>
      cache.setQueryData<Listed>(
        notificationKeys.unread,
        (list) => list && { ...list, banners: list.banners?.filter((banner) => banner.id !== id) },
      ),
    onError: (error) =>
      notices.show({ kind: 'failure', title: t('notPutAway'), text: errorMessage(error).sentence }),
    onSettled: () => cache.invalidateQueries({ queryKey: notificationKeys.unread }),
  })
}
