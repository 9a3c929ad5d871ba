// Handles live events about projects and about items shared with the user.
import { LIVE } from '@polylogue/contract/browser'
import { projectEventOf } from '#features/runs/index.ts'
import { type LiveData, type LiveHandler, type LivePage } from '#features/live/index.ts'
import { projectKeys } from './keys.ts'

/** Throttles refetches of the list: it is long, and every question changes it. */
const LIST_GAP_MS = 2_000

/** Events about the content of a project do not change the project. */
const INSIDE: readonly unknown[] = ['asked', 'ended', 'message', 'tab', 'tab-deleted']

export const projectsLive: LiveHandler = {
  on: {
    [LIVE.projects]: refetchLists,
    [LIVE.shares](page, data) {
      refetchLists(page)
      refetchProject(page, data)
    },
    [LIVE.project](page, data) {
      if (!INSIDE.includes(data['what'])) refetchProject(page, data)
      const { projectId } = projectEventOf(data)
      page.refresh.ask({ queryKey: projectKeys.activity(projectId) }, LIST_GAP_MS)
    },
  },
  onOpen({ refresh }, first) {
    // Not the default project, because fetching creates it.
    if (!first)
      refresh.ask({ queryKey: projectKeys.all, predicate: ({ queryKey }) => queryKey[1] !== 'default' })
  },
}

function refetchLists({ refresh }: LivePage): void {
  refresh.ask({ queryKey: projectKeys.lists }, LIST_GAP_MS)
}

function refetchProject({ refresh }: LivePage, data: LiveData): void {
  const { projectId } = projectEventOf(data)
  if (projectId > 0) refresh.ask({ queryKey: projectKeys.one(projectId), exact: true })
}
