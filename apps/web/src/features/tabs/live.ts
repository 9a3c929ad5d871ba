// Handles live events about tabs.
import type { Project, Tab } from '@polylogue/contract'
import { LIVE } from '@polylogue/contract/browser'
import { refetch, type LiveData, type LiveHandler, type LivePage } from '#features/live/index.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { projectEventOf, runsOf } from '#features/runs/index.ts'
import { tabKeys } from './keys.ts'

/** Events about messages do not change the tabs. */
const OF_MESSAGES: readonly unknown[] = ['asked', 'ended', 'message']

export const tabsLive: LiveHandler = {
  on: {
    [LIVE.shares]: refetchTabs,
    [LIVE.project](page, data) {
      if (!OF_MESSAGES.includes(data['what']) || mayLoseTab(page, data)) refetchTabs(page, data)
    },
  },
  onOpen(page, first) {
    if (!first) refetch(page, tabKeys.all)
  },
}

/** A user with write access can delete and move a tab only until another user asks in it. */
function mayLoseTab({ cache }: LivePage, data: LiveData): boolean {
  const { projectId, tabId, messageId, what } = projectEventOf(data)
  if (what !== 'asked' || runsOf(cache).isFollowed(messageId)) return false
  const project = cache.getQueryData<Partial<Project>>(projectKeys.one(projectId))
  const tabs = cache.getQueryData<readonly Partial<Tab>[]>(tabKeys.of(projectId))
  return (
    project?.hasAdminAccess === false &&
    Array.isArray(tabs) &&
    tabs.some(({ id, can }) => id === tabId && can?.remove)
  )
}

function refetchTabs(page: LivePage, data: LiveData): void {
  const { projectId } = projectEventOf(data)
  if (projectId > 0) refetch(page, tabKeys.of(projectId))
}
