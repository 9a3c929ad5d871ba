// Handles live events about messages.
import { LIVE } from '@polylogue/contract/browser'
import {
  forgetBegunElsewhere,
  forgetUnread,
  invalidateMessage,
  isFollowedHere,
  noteBegunElsewhere,
  noteEnded,
  onMessageChange,
  projectEventOf,
} from '../conversation-state/index.ts'
import { refetch, type LiveData, type LiveHandler, type LivePage } from '../live/index.ts'
import { messageKeys } from './keys.ts'

export const conversationLive: LiveHandler = {
  on: { [LIVE.project]: onProject },
  onOpen(page, first) {
    // Refetches after the first load too: an answer may have started since.
    refetch(page, messageKeys.all)
    if (!first) forgetBegunElsewhere(page.cache, () => true)
  },
}

function onProject(page: LivePage, data: LiveData): void {
  const { cache } = page
  const event = projectEventOf(data)
  const { projectId, tabId, messageId, what } = event
  if (projectId === 0) return
  if (what === 'asked' && !isFollowedHere(cache, messageId))
    noteBegunElsewhere(cache, { projectId, tabId, messageId })
  if (what === 'ended') {
    forgetBegunElsewhere(cache, (answer) => answer.messageId === messageId)
    noteEnded(cache, { projectId, tabId })
  }
  if (what === 'tab-deleted') {
    forgetUnread(cache, { tabId })
    forgetBegunElsewhere(cache, (answer) => answer.tabId === tabId)
  }
  if (what === 'deleted') {
    forgetUnread(cache, { projectId })
    forgetBegunElsewhere(cache, (answer) => answer.projectId === projectId)
  }
  onMessageChange(cache, event, () => {
    invalidateMessage(cache, tabId, messageId)
    refetch(page, messageKeys.of(tabId))
  })
}
