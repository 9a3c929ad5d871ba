// Questions that wait for a slow engine, through HTTP: they receive their position, are answered in order, and can be
// cancelled at any time.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askAll,
  numbers,
  openStream,
  openTalk,
  queryIdOf,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
  type WireEvent,
} from '#test/talk.ts'

const short = scripted({ tokens: 3 })
const slow = scripted({ tokens: 30, rate: 20 })
const endless = scripted({ endless: 1, rate: 200 })
const echo = scripted({}, 'echo')
const broken = scripted({ cut: 3, tokens: 9 })

let talk: Talk
const opened: Talk[] = []
const openSlow = async (limits: Record<string, number> = {}) => {
  talk = await openTalk([short, slow, endless, echo, broken], { file: { limits } })
  opened.push(talk)
  await talk.app.db.pool.query("UPDATE providers SET at_once = 1 WHERE kind = 'openai'")
}
afterAll(async () => {
  for (const one of opened) await one[Symbol.asyncDispose]()
})

const ask = (name: string, projectTabId = talk.tabId) =>
  openStream(talk, talk.anna, { tagId: talk.tag(name).id, payload: { prompt: 'Count.', projectTabId } })
const queued = (events: readonly WireEvent[]) =>
  events.flatMap(({ data }) => {
    if (!data.includes('"queued"')) return []
    return [(JSON.parse(data) as { status: { ahead: number; seconds?: number } }).status]
  })
const isQueued = (events: readonly WireEvent[]) => queued(events).length > 0
const stop = (id: number) => talk.anna.client.call(contract.answers.stop, { params: { id } })
/** An answer that runs until it is stopped. */
const busy = async () => {
  const events = await readStream(await ask(endless), (heard) => textOf(heard).length > 5)
  return queryIdOf(events)
}

/** Number of waiting questions. */
const waiting = async () => {
  const found = await talk.app.db.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM messages WHERE state < 2',
  )
  return (found.rows[0]?.count ?? 0) - 1
}

describe('while the engine is busy', () => {
  beforeAll(() => openSlow({ firstTokenMs: 1_000 }))

  test('a question is first reported as queued and answered later, even after the first-token timeout', async () => {
    // The wait exceeds the engine's timeout for the first token.
    const running = await readStream(await ask(slow), (events) => textOf(events) !== '')
    const events = await readStream(await ask(short, await talk.newTab()))
    expect(queued(events)[0]).toMatchObject({ phase: 'queued', ahead: 0 })
    expect(events[1]?.data).toContain('"queued"')
    const phases = events.flatMap(({ data }) => /"phase":"(\w+)"/.exec(data)?.[1] ?? [])
    expect(phases.filter((phase, index) => phase !== phases[index - 1])).toEqual([
      'queued',
      'reading',
      'answering',
    ])
    expect(queryOf(events)).toMatchObject({ state: 2, responseText: numbers(3) })
    expect(queryOf(events)?.overallResponseTime).toBeGreaterThan(1_000)
    const again = await openStream(talk, talk.anna, { queryId: queryIdOf(events), lastEventId: 0 })
    expect(await readStream(again)).toEqual(events)
    const before = await openStream(talk, talk.anna, { queryId: queryIdOf(running) })
    expect(queryOf(await readStream(before))).toMatchObject({ state: 2, responseText: numbers(30) })
  })

  test('a question stopped while queued ends at once and is never sent to the engine', async () => {
    const running = await busy()
    const asked = talk.server.stats().byPath['POST /v1/chat/completions']
    const first = await readStream(await ask(short, await talk.newTab()), isQueued)
    const { data } = await stop(queryIdOf(first))
    expect(data.query).toMatchObject({ state: 4, responseText: '' })
    const events = await readStream(await openStream(talk, talk.anna, { queryId: queryIdOf(first) }))
    expect(events.at(-1)?.event).toBe('abort')
    await stop(running)
    expect(talk.server.stats().byPath['POST /v1/chat/completions']).toBe(asked)
  })

  test('a reader who reconnects receives the position in the queue', async () => {
    const running = await busy()
    const ids: number[] = []
    for (const tab of [await talk.newTab(), await talk.newTab()])
      ids.push(queryIdOf(await readStream(await ask(short, tab), isQueued)))
    const again = await openStream(talk, talk.anna, { queryId: ids[1] ?? 0, lastEventId: 0 })
    expect(queued(await readStream(again, isQueued))[0]).toMatchObject({ ahead: 1 })
    await stop(running)
    for (const queryId of ids) {
      const events = await readStream(await openStream(talk, talk.anna, { queryId }))
      expect(queryOf(events)).toMatchObject({ state: 2 })
    }
  })

  test('the first question of one user is answered before the second of another', async () => {
    const bert = await talk.app.deps.user()
    const tab = await talk.app.deps.tab(bert, await talk.app.deps.project(bert))
    const running = await busy()
    const order: string[] = []
    const end = (who: string) => () => void order.push(who)
    const annas = [await talk.newTab(), await talk.newTab(), await talk.newTab()].map(async (tabId) =>
      readStream(await ask(short, tabId)).then(end('anna')),
    )
    await expect.poll(waiting).toBe(3)
    const payload = { prompt: 'Count.', projectTabId: tab.id }
    const berts = openStream(talk, bert, { tagId: talk.tag(short).id, payload })
    const bertsEnd = readStream(await berts).then(end('bert'))
    await expect.poll(waiting).toBe(4)
    await stop(running)
    await Promise.all([...annas, bertsEnd])
    expect(order.indexOf('bert')).toBeLessThanOrEqual(1)
  })
})

test('an answer that fails releases its slot to the next question', async () => {
  await openSlow()
  const [first, second] = await Promise.all([
    askAll(talk, broken, { projectTabId: await talk.newTab() }),
    askAll(talk, short, { projectTabId: await talk.newTab() }),
  ])
  expect(queryOf(first)).toMatchObject({ state: 3, errorCode: 'ENGINE_BROKEN_STREAM' })
  expect(queryOf(second)).toMatchObject({ state: 2 })
})

test('a queued question is sent with the answer of its tab that finished while it waited', async () => {
  await openSlow()
  const first = readStream(await ask(slow))
  const second = readStream(await ask(echo))
  await first
  expect(queryOf(await second)).toMatchObject({ state: 2 })
  const { messages } = talk.server.stats().lastBody as { messages: { role: string; content: string }[] }
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(messages[1]?.content).toBe(numbers(30))
})

test('a full queue refuses with 429 and a Retry-After header', async () => {
  await openSlow({ waitingPerEngine: 1 })
  const running = await busy()
  const kept = readStream(await ask(short, await talk.newTab()))
  await expect.poll(waiting).toBe(1)
  const refused = await ask(short, await talk.newTab())
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused.json()).toMatchObject({ errorCode: 'QUEUE_FULL' })
  await stop(running)
  expect(queryOf(await kept)).toMatchObject({ state: 2 })
})

test('a question still queued when the server stops ends with INTERRUPTED', async () => {
  await openSlow()
  await busy()
  const id = queryIdOf(await readStream(await ask(short, await talk.newTab()), isQueued))
  const followed = readStream(await openStream(talk, talk.anna, { queryId: id, lastEventId: 0 }))
  const closed = talk.app.close()
  expect(queryOf(await followed)).toMatchObject({ state: 3, errorCode: 'INTERRUPTED', responseText: '' })
  await closed
})
