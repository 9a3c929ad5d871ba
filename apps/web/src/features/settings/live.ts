// Handles the live event that a setting of the user changed: on another device, in another window, or by a program.
import { LIVE } from '@polylogue/contract/browser'
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { settingsKeys } from './keys.ts'

export const settingsLive: LiveHandler = {
  on: { [LIVE.settings]: (page) => refetch(page, settingsKeys.all) },
  onOpen: (page, first) => {
    if (!first) refetch(page, settingsKeys.all)
  },
}
