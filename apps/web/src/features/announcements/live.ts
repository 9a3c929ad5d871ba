// Handles the live event that announcements changed: those whom one reaches see it with their notifications.
import { LIVE } from '@polylogue/contract/browser'
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { notificationKeys } from '#features/notifications/keys.ts'
import { announcementKeys } from './keys.ts'

export const announcementsLive: LiveHandler = {
  on: { [LIVE.announcements]: (page) => refetch(page, announcementKeys.all, notificationKeys.all) },
  onOpen: (page, first) => {
    if (!first) refetch(page, announcementKeys.all)
  },
}
