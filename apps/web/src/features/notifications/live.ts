// Handles the live event that one's own notifications changed.
import { LIVE } from '@polylogue/contract/browser'
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { notificationKeys } from './keys.ts'

export const notificationsLive: LiveHandler = {
  on: { [LIVE.notifications]: (page) => refetch(page, notificationKeys.all) },
  onOpen: (page, first) => {
    if (!first) refetch(page, notificationKeys.all)
  },
}
