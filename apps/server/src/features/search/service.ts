import type { Find } from '@polylogue/contract'
import type { Viewer } from '../../access/index.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import {
  beginnings,
  bestFirst,
  CANDIDATES,
  isSieved,
  looks,
  ownerMark,
  projectMark,
  SIEVED_CANDIDATES,
  toldHighlight,
  typedWords,
} from './rules.ts'
import * as store from './store.ts'

export interface SearchService {
  /**
   * Finds messages, projects and tabs that the viewer may read by their words: all the words, "neighbours" in quotes, -without
   * and OR as people type them; any other character is no operator. Of a word that very many messages hold, the newest are
   * ranked.
   */
  find(viewer: Viewer, typed: string, limit: number): Promise<Find[]>
  /** Makes messages findable as they are now: after a question was stored, and after its answer ended. */
  indexMessages(messageIds: readonly number[]): Promise<void>
  /** In the transaction that moves a tab: its messages are found in the other project, by whoever may read that. */
  moveTab(tx: Tx, tabId: number, fromProjectId: number, toProjectId: number): Promise<void>
  /** In the transaction that gives projects to another owner: their messages are found by that one. */
  handOver(tx: Tx, projectIds: readonly number[]): Promise<void>
  /** Indexes what a process that died left out, and all there was before search. Ends when nothing is left or on `signal`. */
  catchUp(signal: AbortSignal): Promise<void>
}

/** Messages indexed in one statement: an embedded database does nothing else meanwhile. */
const BATCH = 50

export function searchService({ db }: { db: Database }): SearchService {
  const { pool } = db
  const indexMessages = async (messageIds: readonly number[]) => {
    for (let from = 0; from < messageIds.length; from += BATCH)
      await store.index(pool, messageIds.slice(from, from + BATCH))
  }
  return {
    indexMessages,
    moveTab: store.moveTab,
    handOver: store.handOver,
    async find(viewer, typed, limit) {
      const cleaned = typedWords(typed)
      const words = cleaned && (await store.wordsOf(pool, cleaned))
      if (!words) return []
      const shared = await store.sharedProjects(db, viewer)
      const sharedIds = shared.map(({ id }) => id)
      const asked = { words, beginnings: beginnings(cleaned), viewer, sharedIds, limit }
      const owners = new Set([viewer.contextId, ...shared.map(({ ownerContextId }) => ownerContextId)])
      const newest = await store.newestMessage(pool, [...owners])
      const scope = [ownerMark(viewer.contextId), ...sharedIds.map(projectMark)]
      const sieve = isSieved(words)
      const messages = await store.findMessages(pool, {
        ...asked,
        sieve,
        candidates: sieve ? SIEVED_CANDIDATES : CANDIDATES,
        looks: newest > 0 ? looks(words, scope, newest) : [],
      })
      const names = await store.findNames(pool, asked)
      return bestFirst(names.map(toldFind), messages.map(toldFind), limit)
    },
    async catchUp(signal) {
      for (let last = 0; !signal.aborted;) {
        const ids = await store.unindexed(pool, last, BATCH)
        if (ids.length === 0) return
        await indexMessages(ids)
        last = ids.at(-1) ?? last
      }
    },
  }
}

function toldFind(row: store.FoundRow): Find {
  return {
    kind: row.kind,
    id: row.id,
    projectId: row.projectId,
    tabId: row.tabId,
    title: row.title,
    highlight: toldHighlight(row.highlight),
    rank: row.rank,
    created: row.created.toISOString(),
  }
}
