// A connection may break after the database committed and before this process heard of it.
import { randomUUID } from 'node:crypto'
import type { Message } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeMessage } from '../../../../test/messages.ts'
import { testApp, type TestApp } from '../../../../test/test-app.ts'
import { openLog } from '../../../platform/log.ts'
import { Problem } from '../../../problem.ts'
import { newFigures } from '../run/index.ts'
import { LiveAnswer } from './live-answer.ts'
import { Recorder } from './recorder.ts'
import { appendEvents, endMessages, loggedEvents } from './store.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

async function unfinished(): Promise<number> {
  const anna = await app.deps.user()
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id, response: '', state: 1 })
  await app.db.pool.query('UPDATE messages SET server_id = $2 WHERE id = $1', [id, randomUUID()])
  return id
}

const lost = () => new Problem('DATABASE_UNAVAILABLE', {})

test('an answer whose end was stored unheard is done for its readers, not interrupted', async () => {
  const messageId = await unfinished()
  let stored = 0
  const recorder = new Recorder({
    log: openLog('silent'),
    isOutage: (error) => error instanceof Problem,
    isFull: () => false,
    store: {
      append: (batches) => appendEvents(app.db.pool, batches),
      async end(ended) {
        const flipped = await endMessages(app.db.pool, ended)
        if (stored++ === 0) throw lost()
        return flipped
      },
      keepAside: () => Promise.resolve(),
      messages: async (ids) => {
        const { rows } = await app.db.pool.query<Message>(
          `SELECT id, state, response_text AS "responseText", error_code AS "errorCode"
           FROM messages WHERE id = ANY ($1)`,
          [ids],
        )
        return new Map(rows.map((row) => [row.id, row]))
      },
    },
    grew: () => undefined,
    ended: () => undefined,
  })
  const usage = {
    userId: 1,
    tokenId: null,
    door: 'web',
    modelTagId: 1,
    modelName: 'm',
    modelTagName: 't',
  } as const
  const live = new LiveAnswer({ messageId, tabId: 1, asker: 'user 1', asked: performance.now(), usage })
  recorder.begin(live)
  async function* run() {
    yield { type: 'text', text: 'whole' } as const
    yield { type: 'done' } as const
  }
  await recorder.record(live, run(), newFigures())
  expect(stored).toBe(2)
  expect(live.events.at(-1)).toEqual({ type: 'done' })
})

test('a batch of the log that was stored unheard is completed by the longer one that follows', async () => {
  const messageId = await unfinished()
  const events = ['a', 'b', 'c'].map((text) => ({ type: 'text' as const, text }))
  await appendEvents(app.db.pool, [{ messageId, firstSeq: 1, events: events.slice(0, 1) }])
  await appendEvents(app.db.pool, [{ messageId, firstSeq: 1, events }])
  expect(await loggedEvents(app.db.pool, messageId, 1)).toEqual(events)
})
