// Questions of chats that found nothing. Others see a question only if the person who asked it reported it; the count has no text.
import { createHash } from 'node:crypto'
import { DATASOURCE_LIMITS, type UnansweredQuestion } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { notice } from '#platform/notices.ts'
import { Problem } from '#problem.ts'
import {
  changeDatasource,
  datasourceItem,
  datasourcePolicy,
  forQuestion,
  type Changing,
} from '#features/datasources/index.ts'
import * as store from './store.ts'

export interface UnansweredDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly bus: Pick<Bus, 'publish'>
}

/** Access and errors are those of the contract. */
export interface UnansweredService {
  list(
    viewer: Person,
    datasourceId: number,
  ): Promise<{ UnansweredQuestions: UnansweredQuestion[]; misses: { day: string; count: number }[] }>
  report(viewer: Person, datasourceId: number, messageId: number): Promise<void>
  /** Returns the ids of the messages that the viewer has reported. */
  own(viewer: Person, datasourceId: number): Promise<number[]>
  /** Deletes a report of the viewer, also of a data source that they cannot read any more. */
  withdraw(viewer: Person, datasourceId: number, messageId: number): Promise<void>
  /** Deletes the reports of a question, and tells those who reported it that it is answered, by which document (NOTIFY-8). */
  solve(viewer: Person, datasourceId: number, id: number, mediaId: number | undefined): Promise<void>
  /** Deletes the reports of a question; nobody is told. */
  dismiss(viewer: Person, datasourceId: number, id: number): Promise<void>
  /** Counts a question that found nothing. Never rejects, because a failure must not stop the answer. */
  count(datasourceId: number): Promise<void>
}

/** The data source as what a notification is about. */
const itemOf = (id: number, { contextId }: { contextId: number }) => ({
  noun: datasourceItem.noun,
  id,
  contextId,
})

const ifGone = () => {
  throw new Problem('NOT_FOUND', { thing: 'question' })
}

export function unansweredService({ db, clock, log, bus }: UnansweredDeps): UnansweredService {
  const { pool, orm } = db
  const found = async (viewer: Person, id: number, action: 'read' | 'update') =>
    itemOf(id, authorize(datasourcePolicy, action, await forQuestion(orm, viewer, id)))
  const remove = (datasourceId: number, work: (changing: Changing) => Promise<boolean>) =>
    changeDatasource(
      { db },
      datasourceId,
      async (changing) => ((await work(changing)) ? undefined : ifGone()),
      { touches: 'details', ifGone },
    )
  return {
    async list(viewer, id) {
      await found(viewer, id, 'update')
      const [rows, misses] = [await store.reported(pool, id), await store.misses(pool, id, clock.now())]
      const UnansweredQuestions = rows.map((row) => ({ ...row, created: row.created.toISOString() }))
      return { UnansweredQuestions, misses }
    },
    async report(viewer, datasourceId, messageId) {
      const item = await found(viewer, datasourceId, 'read')
      const { userId } = viewer
      const missed = await store.missedQuestion(pool, { userId, messageId, datasourceId })
      if (!missed) throw new Problem('NOT_FOUND', { thing: 'question without a result' })
      // Of a long prompt, its end was searched.
      const asked = missed.q.slice(-DATASOURCE_LIMITS.question).toWellFormed().trim()
      const report = { datasourceId, userId, messageId, q: asked, same: hashOf(asked), used: missed.used }
      const tell = async ({ tx, client }: Changing) => {
        if (!(await store.insertReport(client, report))) return
        await notice(tx, bus, userId, item, { kind: 'unansweredAsked', data: { messageId } })
      }
      await changeDatasource({ db }, datasourceId, tell, { touches: 'details' })
    },
    own: ({ userId }, datasourceId) => store.reportedMessages(pool, { userId, datasourceId }),
    async withdraw({ userId }, datasourceId, messageId) {
      await remove(datasourceId, ({ client }) => store.withdraw(client, { userId, datasourceId, messageId }))
    },
    async solve(viewer, datasourceId, id, mediaId) {
      const item = await found(viewer, datasourceId, 'update')
      await remove(datasourceId, async ({ tx, client }) => {
        const reports = await answered(client, datasourceId, id, mediaId)
        const data = { reports: reports ?? [], mediaId }
        if (reports?.length) await notice(tx, bus, viewer.userId, item, { kind: 'unansweredSolved', data })
        return reports !== undefined
      })
    },
    async dismiss(viewer, datasourceId, id) {
      await found(viewer, datasourceId, 'update')
      await remove(datasourceId, async ({ client }) => !!(await store.removeAll(client, datasourceId, id)))
    },
    async count(datasourceId) {
      try {
        await store.countMiss(pool, datasourceId, clock.now())
      } catch (error) {
        log.warn({ err: error, datasourceId }, 'a question that found nothing was not counted')
      }
    },
  }
}

/** Deletes the reports of a question. Returns those whose person and message still exist; undefined without any report. */
async function answered(client: Changing['client'], sourceId: number, id: number, mediaId?: number) {
  if (mediaId !== undefined && !(await store.hasDocument(client, sourceId, mediaId)))
    throw new Problem('NOT_FOUND', { thing: 'document' })
  return (await store.removeAll(client, sourceId, id))?.flatMap(({ userId, messageId }) =>
    userId === null || messageId === null ? [] : [{ userId, messageId }],
  )
}

/** Returns the same hash for questions that differ only in case, white space, or punctuation at their ends. */
export function hashOf(q: string): Buffer {
  const plain = q.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')
  return createHash('sha256')
    .update(withoutEdges(plain) || plain)
    .digest()
}

/** Removes punctuation and white space at both ends. An expression for the end would need quadratic time. */
function withoutEdges(text: string): string {
  const letters = Array.from(text)
  const isInside = (letter: string) => !/^[\p{P}\p{S}\s]$/u.test(letter)
  return letters.slice(Math.max(0, letters.findIndex(isInside)), letters.findLastIndex(isInside) + 1).join('')
}
