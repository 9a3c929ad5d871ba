// A connection may break after the database committed and before this process heard of it.
import { randomUUID } from 'node:crypto'
import type { Message } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import { newFigures } from '../run/index.ts'
import type { LiveAnswer } from './live-answer.ts'
import { Recorder } from './recorder.ts'
import { liveAnswer } from './test/live.ts'
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

async function* whole() {
  yield { type: 'text', text: 'whole' } as const
  yield { type: 'done' } as const
}

const lost = () => new Problem('DATABASE_UNAVAILABLE', {})

type Options = ConstructorParameters<typeof Recorder>[0]

/** A recorder that stores nothing, except by what is given. */
const recorderOver = (store: Partial<Options['store']> = {}, isOutage: Options['isOutage'] = () => false) =>
  new Recorder({
    log: openLog('silent'),
    isOutage,
    isFull: () => false,
    store: {
      append: () => Promise.resolve(),
      end: (ended) => Promise.resolve(new Set(ended.map(({ messageId }) => messageId))),
      keepAside: () => Promise.resolve(),
      messages: () => Promise.resolve(new Map()),
      ...store,
    },
    grew: () => undefined,
    ended: () => undefined,
  })

test('an answer whose end was stored unheard is done for its readers, not interrupted', async () => {
  const messageId = await unfinished()
  let stored = 0
  const recorder = recorderOver(
    {
      append: (batches) => appendEvents(app.db.pool, batches),
      async end(ended) {
        const flipped = await endMessages(app.db.pool, ended)
        if (stored++ === 0) throw lost()
        return flipped
      },
      messages: async (ids) => {
        const { rows } = await app.db.pool.query<Message>(
          `SELECT id, state, response_text AS "responseText", error_code AS "errorCode"
           FROM messages WHERE id = ANY ($1)`,
          [ids],
        )
        return new Map(rows.map((row) => [row.id, row]))
      },
    },
    (error) => error instanceof Problem,
  )
  const live = liveAnswer({ messageId, asked: performance.now() })
  recorder.begin(live)
  await recorder.record(live, whole(), newFigures())
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

test('the end of an answer does not write the log of the others, which has a time of its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const written: string[] = []
    const recorder = recorderOver({
      append: (batches) => {
        written.push(...batches.map(({ messageId }) => `log of ${messageId}`))
        return Promise.resolve()
      },
      end: (ended) => {
        written.push(...ended.map(({ messageId }) => `end of ${messageId}`))
        return Promise.resolve(new Set(ended.map(({ messageId }) => messageId)))
      },
    })
    const [long, first, second] = [1, 2, 3].map((messageId) => liveAnswer({ messageId })) as [
      LiveAnswer,
      LiveAnswer,
      LiveAnswer,
    ]
    const more = Promise.withResolvers<undefined>()
    async function* slow() {
      yield { type: 'text', text: 'begun' } as const
      await more.promise
      yield { type: 'done' } as const
    }
    for (const live of [long, first, second]) recorder.begin(live)
    const ended = recorder.record(long, slow(), newFigures())
    await recorder.record(first, whole(), newFigures())
    await recorder.record(second, whole(), newFigures())
    expect(written).toEqual(['end of 2', 'end of 3'])
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.poll(() => written).toEqual(['end of 2', 'end of 3', 'log of 1'])
    more.resolve(undefined)
    await ended
  } finally {
    vi.useRealTimers()
  }
})

test('an end that is locked is repeated now and then, not with every end of the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const tried: number[][] = []
    let isLocked = true
    const recorder = recorderOver({
      end: (ended) => {
        const ids = ended.map(({ messageId }) => messageId)
        tried.push(ids)
        return isLocked && ids.includes(1)
          ? Promise.reject(Object.assign(new Error('locked'), { code: '55P03' }))
          : Promise.resolve(new Set(ids))
      },
    })
    const record = (messageId: number) => {
      const live = liveAnswer({ messageId })
      recorder.begin(live)
      return recorder.record(live, whole(), newFigures())
    }
    const held = record(1)
    await expect.poll(() => tried).toEqual([[1]])
    await record(2)
    await record(3)
    expect(tried).toEqual([[1], [2], [3]])
    isLocked = false
    await vi.advanceTimersByTimeAsync(1_000)
    await held
    expect(tried).toEqual([[1], [2], [3], [1]])
  } finally {
    vi.useRealTimers()
  }
})

/** Records so many answers whose engines send a word every 33 ms for a second; returns their readers' events, and the gaps. */
async function streamed(count: number): Promise<{ events: number; longestGap: number; texts: Set<string> }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const recorder = recorderOver()
    async function* words() {
      for (let word = 0; word < 30; word++) {
        yield { type: 'text', text: `${word} ` } as const
        await new Promise((resolve) => setTimeout(resolve, 33))
      }
      yield { type: 'done' } as const
    }
    const heard = Array.from({ length: count }, () => [] as number[])
    const lives = heard.map((times, index) => {
      const live = liveAnswer({ messageId: index + 1 })
      live.follow((_, event) => event.type === 'text' && times.push(performance.now()))
      recorder.begin(live)
      return live
    })
    const begun = performance.now()
    const done = Promise.all(lives.map((live) => recorder.record(live, words(), newFigures())))
    await vi.advanceTimersByTimeAsync(1_500)
    await done
    // The first one is empty.
    for (const times of heard) expect(times.slice(0, 2)).toEqual([begun, begun])
    const gaps = heard.flatMap((times) => times.slice(1).map((at, index) => at - (times[index] ?? at)))
    return {
      events: heard.flat().length / count,
      longestGap: Math.max(...gaps),
      texts: new Set(lives.map((live) => live.answer.text)),
    }
  } finally {
    vi.useRealTimers()
  }
}

test('text is sent as it comes while few answers stream, and together while many do', async () => {
  const whole = new Set([Array.from({ length: 30 }, (_, word) => `${word} `).join('')])
  const few = await streamed(3)
  expect(few.texts).toEqual(whole)
  expect(few.events).toBe(31)
  const many = await streamed(200)
  expect(many.texts).toEqual(whole)
  expect(many.events).toBeLessThan(22)
  expect(many.longestGap).toBeLessThan(100)
})
