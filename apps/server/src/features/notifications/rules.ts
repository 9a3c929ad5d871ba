// What a system event means to those who look. Pure.
import { LIVE, type LiveMessage } from '@polylogue/contract'
import type { FormerAccess } from '../../access/index.ts'

/** What happened in a project, by ids; a page decides by it what to look at again. */
export type What = 'asked' | 'ended' | 'message' | 'tab' | 'tab-deleted' | 'project' | 'deleted' | 'presence'

/** Something of a project that is told to whoever may read it. */
export interface Happening {
  /** The project, by its id or by its context's. */
  readonly projectId?: number
  readonly contextId?: number
  readonly what: What | 'access'
  readonly tabId?: number
  readonly messageId?: number
  /** Those who could read it before hear of it as well. */
  readonly former?: FormerAccess
}

/** Whether lists of projects look different afterwards: what is in them, names, the last question, what was used last. */
const CHANGES_LIST: Readonly<Record<Happening['what'], boolean>> = {
  asked: true,
  ended: true,
  message: false,
  tab: false,
  'tab-deleted': false,
  project: true,
  deleted: true,
  access: true,
  presence: false,
}

/** The messages of a happening in a project. They hold ids only: who is told by mistake learns nothing. */
export function messagesOf(happening: Happening, projectId: number): LiveMessage[] {
  const { what, tabId, messageId } = happening
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
  return CHANGES_LIST[what] ? [own, LIST] : [own]
}

/** An answer that was begun before and is not finished: its beginning is told, and no list looks different for that. */
export const askedIn = (projectId: number, ids: { tabId: number; messageId: number }): LiveMessage[] =>
  messagesOf({ what: 'asked', ...ids }, projectId).filter((message) => message !== LIST)

const LIST: LiveMessage = { context: LIVE.projects, uri: '/projects', contextData: {} }

/** Messages without those that say the same as an earlier one. */
export function distinct(messages: readonly LiveMessage[]): LiveMessage[] {
  return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()]
}
