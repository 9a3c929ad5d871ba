// Live messages to the viewers of projects (LIVE-1).
import { LIVE, type LiveMessage } from '@polylogue/contract'
import type { ItemLive } from '#access/items/index.ts'
import { unfinishedOf } from './item-store.ts'

/** The kind of change; a page decides by it what to refetch. `access` is sent with the context of shares. */
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

/** Changes that affect lists of projects: names, the last question, the order of use. */
const CHANGES_LIST: ReadonlySet<What> = new Set(['asked', 'ended', 'project', 'deleted', 'access'])

const LIST: LiveMessage = { context: LIVE.projects, uri: '/projects', contextData: {} }

interface Place {
  readonly projectId: number
  readonly tabId?: number
  readonly messageId?: number
}

/** Returns the live messages of a change in a project. They contain ids only, so a misdirected one reveals nothing. */
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
  listen(bus, send) {
    const sendTo = (what: What) => (event: Place) => send(event.projectId, projectMessages(what, event))
    return [
      bus.on('message.asked', sendTo('asked')),
      bus.on('message.ended', sendTo('ended')),
      bus.on('message.changed', sendTo('message')),
      bus.on('tab.changed', sendTo('tab')),
      bus.on('tab.deleted', sendTo('tab-deleted')),
    ]
  },
  // Sends the start of each running answer, but no list change: the lists already contain it.
  async current(db, person) {
    const unfinished = await unfinishedOf(db, person)
    return unfinished.flatMap((place) => projectMessages('asked', place).filter((one) => one !== LIST))
  },
}
