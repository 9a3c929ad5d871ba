// What the live stream says of tabs.
import { LIVE } from '@polylogue/contract/browser'
import { projectEventOf } from '../conversation-state/index.ts'
import { refetch, type LiveData, type LiveHandler, type LivePage } from '../live/index.ts'
import { tabKeys } from './keys.ts'

/** Events about messages leave the tabs as they are. */
const OF_MESSAGES: readonly unknown[] = ['asked', 'ended', 'message']

export const tabsLive: LiveHandler = {
  on: {
    [LIVE.shares]: refetchTabs,
    [LIVE.project](page, data) {
      if (!OF_MESSAGES.includes(data['what'])) refetchTabs(page, data)
    },
  },
  onOpen(page, first) {
    if (!first) refetch(page, tabKeys.all)
  },
}

function refetchTabs(page: LivePage, data: LiveData): void {
  const { projectId } = projectEventOf(data)
  if (projectId > 0) refetch(page, tabKeys.of(projectId))
}
