import type { Answer, Comparison, EarlierPrompt, Message, MessageCan } from '@polylogue/contract'
import { allows, authorize, type Person, type Viewer } from '#access/index.ts'
import type { Binary } from '#http/routes.ts'
import { whileAllowed } from '#http/while-allowed.ts'
import { enqueueForgotten, type Blobs } from '#platform/blobs/index.ts'
import type { Bus } from '#platform/bus.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { Problem } from '#problem.ts'
import type { QuestionFile } from '#features/attachments/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import * as copies from './copies-store.ts'
import * as earlier from './earlier-store.ts'
import { FORGET_BLOBS } from './jobs.ts'
import { CAN_NOTHING, canOf, mayRate, messagePolicy, removal, tabPolicy } from './policy.ts'
import { newestBefore } from './pages.ts'
import { answerOfLog, firstPage, isUnfinished, toMessage } from './rules.ts'
import { copyShown, type CopiedShown } from './shown-store.ts'
import * as store from './store.ts'

export type { FinishedTurn } from './copies-store.ts'
export type { GuardedMessage } from './store.ts'

/** An earlier question with its files, to be asked again. */
export interface KeptQuestion {
  readonly id: number
  readonly prompt: string
  readonly files: readonly QuestionFile[]
}

export interface QueriesService {
  /**
   * Returns a tab's messages: the newest page in ascending order, by turn and within a turn by version.
   * @throws Problem NOT_FOUND; VALIDATION_FAILED for a cursor that no list returned
   */
  list(
    viewer: Viewer,
    tabId: number,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ messages: Message[]; nextCursor: string | null }>
  /** Returns a message; of an unfinished one the text so far. @throws Problem NOT_FOUND */
  getMessage(viewer: Viewer, id: number): Promise<Message>
  /** Returns a message's place with the viewer's access level, whatever it is; undefined when there is none. */
  guarded(viewer: Viewer, id: number): Promise<store.GuardedMessage | undefined>
  /** Returns the permissions of a viewer on a message that they may read. */
  canOf(viewer: Viewer, message: store.GuardedMessage): MessageCan
  /**
   * Returns messages by id without an access check, for streams whose reader was checked already. Their permissions are
   * empty; the stream adds those of its reader (`canOf`).
   */
  messages(ids: readonly number[]): Promise<Map<number, Message>>
  /**
   * Returns the viewer's earlier prompts that they may read, the newest first, each text once.
   * @throws Problem VALIDATION_FAILED for a cursor that no list returned
   */
  history(
    viewer: Person,
    wanted: { limit: number; cursor?: string | undefined } & earlier.EarlierFilter,
  ): Promise<{ prompts: EarlierPrompt[]; nextCursor: string | null }>
  /**
   * Returns the questions asked in several tabs of a project at once, the newest first; none for an unreadable project.
   * @throws Problem VALIDATION_FAILED for a cursor that no list returned
   */
  comparisons(
    viewer: Viewer,
    wanted: { projectId: number; limit: number; cursor?: string | undefined },
  ): Promise<{ comparisons: Comparison[]; nextCursor: string | null }>
  /** Returns the readable messages of a question asked in several tabs. @throws Problem NOT_FOUND */
  compared(viewer: Viewer, compareId: string): Promise<Message[]>
  /**
   * Deletes a message, or all versions of its turn.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED for questions of others without admin access; STILL_ANSWERING
   */
  remove(viewer: Person, id: number, versions: 'one' | 'all'): Promise<void>
  /** @throws Problem NOT_FOUND, PERMISSION_DENIED (another's question in another's project), STILL_ANSWERING */
  rate(viewer: Person, id: number, rating: -1 | 0 | 1): Promise<Message>
  /** Returns an attachment's bytes. @throws Problem NOT_FOUND */
  attachment(viewer: Viewer, id: number, index: number): Promise<Binary>
  /** Call before tabs are deleted, in the same transaction: deletes the bytes of their attachments once it commits. */
  forgetBlobs(tx: Tx, tabIds: readonly number[]): Promise<void>
  /** Deletes bytes later, unless a message has them by then: for a question of which nobody knows whether it is stored. */
  forgetUnused(keys: readonly string[]): Promise<void>
  /** Whether an answer is being written in a tab; the caller holds the lock on the tab. */
  isAnswering(tx: Tx, tabId: number): Promise<boolean>
  /**
   * Assigns ids to the copies of a tab's finished messages; undefined when they have more bytes than `most`. The caller
   * holds the lock on the tab.
   */
  numberCopies(tx: Tx, fromTabId: number, most: number): Promise<copies.CopiedMessage[] | undefined>
  /** Copies numbered messages of a tab into another; the caller holds the locks on both. Returns the new ids. */
  copyMessages(
    tx: Tx,
    tabs: { fromTabId: number; toTabId: number },
    messages: readonly copies.CopiedMessage[],
  ): Promise<number[]>
  /** Copies what a share link shows into another tab; the caller holds the lock on the tab shown. Returns the new ids. */
  copyShown(tx: Tx, copied: CopiedShown): Promise<number[]>
  /** Appends finished turns to their tabs, as asked by a user. Returns their ids. */
  addFinished(tx: Tx, userId: number, turns: readonly copies.PlacedTurn[]): Promise<number[]>
  /** Whether a message is confidential. @throws Problem NOT_FOUND */
  isConfidential(viewer: Person, id: number): Promise<boolean>
  /** Returns an earlier question to ask again; undefined when it is deleted or the viewer may not read it. */
  question(viewer: Person, id: number): Promise<KeptQuestion | undefined>
}

/** Longer than a statement may run: one whose connection broke can still commit until then. */
const UNCERTAIN_SECONDS = 60

export interface QueriesDeps {
  readonly db: Database
  readonly blobs: Pick<Blobs, 'open' | 'remove'>
  readonly bus: Bus
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  /** Returns the current content of an answer that this process writes; undefined for others. */
  readonly live: (messageId: number) => Answer | undefined
}

export function queriesService(deps: QueriesDeps): QueriesService {
  const { orm } = deps.db
  const row = store.rowOf(deps.confidentiality)
  const messagesById = store.messagesById(orm, row)
  const messageFor = (one: store.MessageRow, can: MessageCan): Message =>
    toMessage(one, can, isUnfinished(one) ? (deps.live(one.id) ?? answerOfLog(one.log ?? [])) : undefined)
  const guarded = (viewer: Viewer, id: number) => store.findGuarded(orm, viewer, id)
  const get = async (viewer: Viewer, message: store.GuardedMessage): Promise<Message> => {
    const found = await store.findMessage(orm, row, message.id)
    // Deleted after the access check.
    if (!found) throw new Problem('NOT_FOUND', { thing: messagePolicy.thing })
    return messageFor(found, canOf(viewer, message, message))
  }
  return {
    guarded,
    canOf: (viewer, message) => canOf(viewer, message, message),
    async list(viewer, tabId, wanted) {
      const tab = authorize(tabPolicy, 'list', await store.findTab(orm, viewer, tabId))
      const { ids, nextCursor } = await newestBefore(orm, tabId, wanted)
      const page = await messagesById(ids)
      const messages = page.map((one) => messageFor(one, canOf(viewer, tab, one))).toReversed()
      return { messages, nextCursor }
    },
    async getMessage(viewer, id) {
      return get(viewer, authorize(messagePolicy, 'read', await guarded(viewer, id)))
    },
    async messages(ids) {
      const rows = await messagesById(ids)
      return new Map(rows.map((one) => [one.id, messageFor(one, CAN_NOTHING)]))
    },
    async rate(viewer, id, rating) {
      const message = authorize(messagePolicy, 'rate', await guarded(viewer, id))
      if (!mayRate(viewer, message)) throw new Problem('PERMISSION_DENIED')
      await deps.db.transaction(async (tx) => {
        if (!(await store.rate(tx, id, rating))) throw new Problem('STILL_ANSWERING')
        const { tabId, projectId } = message
        await deps.bus.publish(tx, { type: 'message.changed', messageId: id, tabId, projectId })
        await publishUses(deps, tx, [message])
      })
      return get(viewer, message)
    },
    history: (viewer, wanted) => history(deps, viewer, wanted),
    comparisons: (viewer, wanted) => comparisons(deps, viewer, wanted),
    async compared(viewer, compareId) {
      const all = await comparison(orm, row, viewer, compareId)
      return all.map((one) => messageFor(one, canOf(viewer, one, one)))
    },
    remove: (viewer, id, versions) => remove(deps, viewer, id, versions),
    attachment: (viewer, id, index) => attachment(deps, viewer, id, index),
    ...forgetting(deps),
    ...ofTabs,
    isConfidential: (viewer, id) => isConfidential(orm, row, viewer, id),
    question: (viewer, id) => question(orm, row, viewer, id),
  }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

const { isAnswering } = store
const { numberCopies, copyMessages, addFinished } = copies
const ofTabs = { isAnswering, numberCopies, copyMessages, addFinished, copyShown }

async function isConfidential(orm: Database['orm'], row: store.Row, viewer: Person, id: number) {
  authorize(messagePolicy, 'read', await store.findGuarded(orm, viewer, id))
  return store.isConfidential(orm, row, id)
}

async function comparison(...asked: Parameters<typeof earlier.compared>) {
  const rows = await earlier.compared(...asked)
  if (rows.length === 0) throw new Problem('NOT_FOUND', { thing: messagePolicy.thing })
  return rows
}

async function attachment(
  { db: { orm }, blobs }: QueriesDeps,
  viewer: Viewer,
  id: number,
  index: number,
): Promise<Binary> {
  const mayRead = async () => authorize(messagePolicy, 'read', await store.findGuarded(orm, viewer, id))
  await mayRead()
  const found = await store.findAttachment(orm, id, index)
  const pieces = found && (await blobs.open(found.blob))
  if (!pieces) throw new Problem('NOT_FOUND', { thing: 'attachment' })
  return { name: found.name, mimeType: found.mimeType, ...pieces, bytes: whileAllowed(pieces.bytes, mayRead) }
}

async function history(
  deps: QueriesDeps,
  viewer: Person,
  { limit, cursor, ...wanted }: Parameters<QueriesService['history']>[1],
): ReturnType<QueriesService['history']> {
  const [before] = readCursor(cursor, 1) ?? []
  const { orm } = deps.db
  const rows = await earlier.earlierPrompts(orm, viewer, wanted, before, limit + 1)
  const page = firstPage(rows, limit)
  const last = page.at(-1)
  const nextCursor = last && rows.length > page.length ? cursorAfter(last.id) : null
  const texts = await earlier.promptTexts(orm, idsOf(page))
  const prompts = page.flatMap(({ id, created, projectId, projectName, projectTabId, tabName }) => {
    const queryText = texts.get(id)
    // Deleted since it was found.
    if (queryText === undefined) return []
    const at = { projectId, projectName, projectTabId, tabName }
    return [{ id, queryText, created: created.toISOString(), ...at }]
  })
  return { prompts, nextCursor }
}

async function comparisons(
  deps: QueriesDeps,
  viewer: Viewer,
  { projectId, limit, cursor }: Parameters<QueriesService['comparisons']>[1],
): ReturnType<QueriesService['comparisons']> {
  const [before] = readCursor(cursor, 1) ?? []
  const rows = await earlier.comparisons(deps.db.orm, viewer, projectId, before, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = last && rows.length > limit ? cursorAfter(last.id) : null
  return {
    comparisons: page.map(({ compareId, queryText, created }) => ({
      compareId,
      queryText,
      created: created.toISOString(),
    })),
    nextCursor,
  }
}

async function question(orm: Database['orm'], row: store.Row, viewer: Person, id: number) {
  const message = await store.findGuarded(orm, viewer, id)
  if (!message || !allows(messagePolicy, 'read', message.level)) return undefined
  const [kept, files] = await Promise.all([store.findMessage(orm, row, id), store.filesOf(orm, id)])
  return kept && { id, prompt: kept.queryText, files }
}

async function remove(deps: QueriesDeps, viewer: Person, id: number, versions: 'one' | 'all'): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await store.lockTabOf(tx, id)
    const found = await store.findGuarded(tx, viewer, id)
    const message = authorize(messagePolicy, removal(viewer, found), found)
    const { tabId, projectId, turnId } = message
    const gone = versions === 'all' ? await store.versionsOf(tx, tabId, turnId) : [message]
    for (const version of gone)
      if (!allows(messagePolicy, removal(viewer, version), message.level))
        throw new Problem('PERMISSION_DENIED')
    if (gone.some(isUnfinished)) throw new Problem('STILL_ANSWERING')
    const blobs = await store.removeMessages(
      tx,
      gone.map((version) => version.id),
    )
    await forget(deps, tx, blobs)
    await deps.bus.publish(tx, { type: 'message.changed', messageId: id, tabId, projectId })
    await publishUses(deps, tx, gone)
  })
}

/** Tells that the figures of the saved prompts of these messages changed. */
async function publishUses(
  { bus }: QueriesDeps,
  tx: Tx,
  used: readonly { promptId: number }[],
): Promise<void> {
  const promptIds = new Set(used.map(({ promptId }) => promptId).filter((id) => id !== 0))
  for (const promptId of promptIds) await bus.publish(tx, { type: 'prompt.used', promptId })
}

function forgetting(deps: QueriesDeps): Pick<QueriesService, 'forgetBlobs' | 'forgetUnused'> {
  return {
    forgetBlobs: async (tx, tabIds) => forget(deps, tx, await store.blobsOfTabs(tx, tabIds)),
    forgetUnused: (keys) => deps.db.transaction((tx) => forget(deps, tx, keys, UNCERTAIN_SECONDS)),
  }
}

/** Deletes the bytes under these keys once the transaction commits, unless other messages share them. */
async function forget(deps: QueriesDeps, tx: Tx, keys: readonly string[], afterSeconds = 0): Promise<void> {
  await enqueueForgotten(deps.jobs, tx, FORGET_BLOBS, keys, { afterSeconds })
}
