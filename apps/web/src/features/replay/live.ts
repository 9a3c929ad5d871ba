// Handles live events about replays, whose state is part of the tab and its messages.
import { LIVE } from '@polylogue/contract/browser'
import { onMessageChange, projectEventOf } from '#features/runs/index.ts'
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { replayKeys } from './keys.ts'

export const replayLive: LiveHandler = {
  on: {
    [LIVE.project](page, data) {
      const event = projectEventOf(data)
      const { projectId, tabId, what } = event
      if (projectId === 0) return
      const refetchReplay = () => refetch(page, replayKeys.of(tabId))
      if (what === 'tab' || what === 'tab-deleted') refetchReplay()
      onMessageChange(page.cache, event, refetchReplay)
    },
  },
  onOpen(page, first) {
    if (!first) refetch(page, replayKeys.all)
  },
}
