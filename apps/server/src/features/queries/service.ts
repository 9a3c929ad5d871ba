import type { Answer, Message } from '@polylogue/contract'
import { require, type Viewer } from '../../access/index.ts'
import type { Binary } from '../../http/routes.ts'
import type { Blobs } from '../../platform/blobs/index.ts'
import type { Bus } from '../../platform/bus/index.ts'
import { cursorAfter, readCursor } from '../../platform/cursor.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { Problem } from '../../problem.ts'
import { FORGET_BLOBS, type ForgottenBlobs } from './jobs.ts'
import { mayRate, messagePolicy, tabPolicy } from './policy.ts'
import { answerOfLog, isUnfinished, toMessage } from './rules.ts'
import * as store from './store.ts'

export type { GuardedMessage } from './store.ts'

export interface QueriesService {
  /**
   * A tab's messages: the newest page in ascending order, by turn and within a turn by version.
   * @throws Problem NOT_FOUND; VALIDATION_FAILED for a cursor that no list returned.
   */
  list(
    viewer: Viewer,
    tabId: number,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ messages: Message[]; nextCursor: string | null }>
  /** A message; of an unfinished one the text so far. @throws Problem NOT_FOUND */
  getMessage(viewer: Viewer, id: number): Promise<Message>
  /** Where a message stands with the viewer's level, however far that goes; undefined when there is none. */
  guarded(viewer: Viewer, id: number): Promise<store.GuardedMessage | undefined>
  /** Messages by id, without the access question: for streams whose reader's access was asked already. */
  messages(ids: readonly number[]): Promise<Map<number, Message>>
  /** @throws Problem NOT_FOUND, PERMISSION_DENIED (another's question in another's project), STILL_ANSWERING */
  rate(viewer: Viewer, id: number, rating: -1 | 0 | 1): Promise<Message>
  /** An attachment's bytes. @throws Problem NOT_FOUND */
  attachment(viewer: Viewer, id: number, index: number): Promise<Binary>
  /** To be called before tabs are deleted, in the same transaction: the bytes of their attachments go once it commits. */
  forgetBlobs(tx: Tx, tabIds: readonly number[]): Promise<void>
}

export interface QueriesGiven {
  readonly db: Database
  readonly blobs: Pick<Blobs, 'find' | 'remove'>
  readonly bus: Bus
  readonly jobs: Pick<Jobs, 'enqueue'>
  /** How an answer stands that this process is writing; undefined when it is not. */
  readonly live: (messageId: number) => Answer | undefined
}

export function queriesService(given: QueriesGiven): QueriesService {
  const { orm } = given.db
  const told = (row: store.MessageRow): Message =>
    toMessage(row, isUnfinished(row) ? (given.live(row.id) ?? answerOfLog(row.log ?? [])) : undefined)
  const guarded = (viewer: Viewer, id: number) => store.findGuarded(orm, viewer, id)
  const get = async (id: number): Promise<Message> => {
    const row = await store.findMessage(orm, id)
    // Deleted between the access question and now.
    if (!row) throw new Problem('NOT_FOUND', { thing: messagePolicy.thing })
    return told(row)
  }
  return {
    guarded,
    async list(viewer, tabId, { limit, cursor }) {
      require(viewer, tabPolicy, 'list', await store.findTab(orm, viewer, tabId))
      const [turnId, id] = readCursor(cursor, 2) ?? []
      const place = turnId !== undefined && id !== undefined ? { turnId, id } : undefined
      const rows = await store.messagesBefore(orm, tabId, place, limit + 1)
      const page = rows.slice(0, limit)
      const oldest = page.at(-1)
      const nextCursor = oldest && rows.length > limit ? cursorAfter(oldest.turnId, oldest.id) : null
      return { messages: page.map(told).toReversed(), nextCursor }
    },
    async getMessage(viewer, id) {
      require(viewer, messagePolicy, 'read', await guarded(viewer, id))
      return get(id)
    },
    async messages(ids) {
      const rows = await store.messagesById(orm, ids)
      return new Map(rows.map((row) => [row.id, told(row)]))
    },
    async rate(viewer, id, rating) {
      const message = require(viewer, messagePolicy, 'rate', await guarded(viewer, id))
      if (!mayRate(viewer, message)) throw new Problem('PERMISSION_DENIED')
      await given.db.transaction(async (tx) => {
        if (!(await store.rate(tx, id, rating))) throw new Problem('STILL_ANSWERING')
        await given.bus.publish(tx, {
          type: 'tab.changed',
          tabId: message.tabId,
          projectId: message.projectId,
        })
      })
      return get(id)
    },
    async attachment(viewer, id, index) {
      require(viewer, messagePolicy, 'read', await guarded(viewer, id))
      const found = await store.findAttachment(orm, id, index)
      const bytes = found && (await given.blobs.find(found.blob))
      if (!bytes) throw new Problem('NOT_FOUND', { thing: 'attachment' })
      return { name: found.name, mimeType: found.mimeType, bytes }
    },
    async forgetBlobs(tx, tabIds) {
      const keys = await store.blobsOfTabs(tx, tabIds)
      for (let from = 0; from < keys.length; from += 1_000) {
        const job: ForgottenBlobs = { keys: keys.slice(from, from + 1_000) }
        await given.jobs.enqueue(tx, FORGET_BLOBS, job)
      }
    },
  }
}
