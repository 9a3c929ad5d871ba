// Handles live events about messages.
import { LIVE } from '@polylogue/contract/browser'
import { refetch, type LiveData, type LiveHandler, type LivePage } from '#features/live/index.ts'
import {
  forgetUnread,
  noteBegun,
  noteEnded,
  onMessageChange,
  projectEventOf,
  runsOf,
} from '#features/runs/index.ts'
import { messageKeys } from './keys.ts'
import { invalidateMessage } from './messages/index.ts'

export const conversationLive: LiveHandler = {
  on: { [LIVE.project]: onProject },
  onOpen(page, first) {
    // Refetches after the first load too: an answer may have started since.
    refetch(page, messageKeys.all)
    if (!first) runsOf(page.cache).answers.endedElsewhere(() => true)
  },
}

function onProject(page: LivePage, data: LiveData): void {
  const { cache } = page
  const event = projectEventOf(data)
  const { projectId, tabId, messageId, what } = event
  if (projectId === 0) return
  const runs = runsOf(cache)
  if (what === 'asked' && !runs.isFollowed(messageId))
    noteBegun(runs.answers, { projectId, tabId, messageId })
  if (what === 'ended') {
    runs.answers.endedElsewhere((answer) => answer.messageId === messageId)
    noteEnded(cache, { projectId, tabId })
  }
  if (what === 'tab-deleted') {
    forgetUnread(cache, { tabId })
    runs.answers.endedElsewhere((answer) => answer.tabId === tabId)
  }
  if (what === 'deleted') {
    forgetUnread(cache, { projectId })
    runs.answers.endedElsewhere((answer) => answer.projectId === projectId)
  }
  onMessageChange(cache, event, () => {
    invalidateMessage(cache, tabId, messageId)
    refetch(page, messageKeys.of(tabId))
  })
}
