// What the live stream says of projects and of what is shared with one.
import { LIVE } from '@polylogue/contract/browser'
import { projectEventOf } from '../conversation-state/index.ts'
import { type LiveData, type LiveHandler, type LivePage } from '../live/index.ts'
import { projectKeys } from './keys.ts'

/** The list of projects is long, and every question moves something in it. */
const LIST_GAP_MS = 2_000

/** Events about what is inside a project leave the project as it is. */
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
    },
  },
  onOpen({ refresh }, first) {
    // Not the default project: fetching creates it.
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
