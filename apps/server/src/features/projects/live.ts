// What people who look at projects are told (shell specification, sections 3 and 4).
import { LIVE, type LiveMessage } from '@polylogue/contract'
import type { ItemLive } from '../../access/items/index.ts'
import { unfinishedOf } from './item-store.ts'

/** What happened in a project; a page decides by it what to fetch again. `access` is told under the code of shares. */
type What =
  | 'asked'
  | 'ended'
  | 'message'
  | 'tab'
  | 'tab-deleted'
  | 'project'
  | 'deleted'
  | 'presence'
  | 'access'

/** After these, lists of projects look different: names, the last question, what was used last. */
const CHANGES_LIST: ReadonlySet<What> = new Set(['asked', 'ended', 'project', 'deleted', 'access'])

const LIST: LiveMessage = { context: LIVE.projects, uri: '/projects', contextData: {} }

interface Place {
  readonly projectId: number
  readonly tabId?: number
  readonly messageId?: number
}

/** The messages of what happened in a project. They hold ids only: who is told by mistake learns nothing. */
export function projectMessages(what: What, { projectId, tabId, messageId }: Place): LiveMessage[] {
  const uri = `/projects/${projectId}`
  const ids = {
    projectId,
    ...(tabId === undefined ? {} : { tabId }),
    ...(messageId === undefined ? {} : { messageId }),
  }
  const own: LiveMessage =
    what === 'access'
      ? { context: LIVE.shares, uri, contextData: ids }
      : { context: LIVE.project, uri, contextData: { ...ids, what } }
  return CHANGES_LIST.has(what) ? [own, LIST] : [own]
}

export const projectLive: ItemLive = {
  changed: (projectId) => projectMessages('project', { projectId }),
  deleted: (projectId) => projectMessages('deleted', { projectId }),
  shared: (projectId) => projectMessages('access', { projectId }),
  listen(bus, tell) {
    const told = (what: What) => (event: Place) => tell(event.projectId, projectMessages(what, event))
    return [
      bus.on('message.asked', told('asked')),
      bus.on('message.ended', told('ended')),
      bus.on('message.changed', told('message')),
      bus.on('tab.changed', told('tab')),
      bus.on('tab.deleted', told('tab-deleted')),
    ]
  },
  // Their beginning is told; no list looks different for an answer that was begun before.
  async current(db, person) {
    const unfinished = await unfinishedOf(db, person)
    return unfinished.flatMap((place) => projectMessages('asked', place).filter((one) => one !== LIST))
  },
}
