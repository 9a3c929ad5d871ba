// Two server processes on one PostgreSQL: an answer made by one is followed and stopped through the other, and the answers
// of a dead one are ended by the other (ARCHITECTURE.md, one pipeline).
import pg from 'pg'
import { createClient } from '@polylogue/client'
import { contract, type LiveMessage, type Message } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import {
  openStream,
  numbers,
  openTalk,
  queryIdOf,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
  type WireEvent,
} from '#test/talk.ts'
import type { App } from '#app.ts'

const short = scripted({ tokens: 3 })
const slow = scripted({ tokens: 80, rate: 100 })
const endless = scripted({ endless: 1, rate: 100 })

// The embedded database supports one process only.
describe.runIf(serverUrl)('two servers on one PostgreSQL', () => {
  let talk: Talk
  let other: { app: App; url: string }

  beforeAll(async () => {
    talk = await openTalk([short, slow, endless])
    other = await another(talk)
  })
  afterAll(async () => {
    await other.app.close(0)
    await talk[Symbol.asyncDispose]()
  })

  const ask = (name: string, projectTabId = talk.tabId) =>
    openStream(talk.app, talk.anna, {
      tagId: talk.tag(name).id,
      payload: { projectTabId, prompt: 'Count.' },
    })
  const stopThrough = async (queryId: number): Promise<Message> => {
    const client = createClient({ baseUrl: other.url, token: () => talk.anna.token })
    return (await client.call(contract.answers.stop, { params: { id: queryId } })).data.query
  }
  const through = (queryId: number, lastEventId: number) =>
    openStream(other, talk.anna, { queryId, lastEventId })

  test('an answer running on one can be followed through the other without loss or repetition', async () => {
    const first = await readStream(await ask(slow), (events) => textOf(events).length > 20)
    const rest = await readStream(await through(queryIdOf(first), Number(first.at(-1)?.id)))
    expect(textOf(first) + textOf(rest)).toBe(numbers(80))
    expect(rest.map((event) => event.id)).toEqual(
      rest.map((_, index) => String(Number(first.at(-1)?.id) + 1 + index)),
    )
    expect(queryOf(rest)).toMatchObject({ state: 2 })
  })

  test('an answer running on one can be stopped through the other, which closes the engine connection', async () => {
    const first = await readStream(await ask(endless), (events) => textOf(events).length > 20)
    expect(await stopThrough(queryIdOf(first))).toMatchObject({ state: 4 })
    await expect.poll(() => talk.server.stats().open).toBe(0)
  })

  test('a question queued on one can be followed with its position and stopped through the other', async () => {
    const { pool } = talk.app.db
    await pool.query("UPDATE providers SET at_once = 1 WHERE kind = 'openai'")
    const isSaid = (what: string) => (events: readonly WireEvent[]) =>
      events.some(({ data }) => data.includes(what))
    const running = await readStream(await ask(endless), (events) => textOf(events).length > 20)
    const waiting = queryIdOf(await readStream(await ask(short), isSaid('"queued"')))
    const seen = await readStream(await through(waiting, 0), isSaid('"queued"'))
    expect(seen.at(-1)?.data).toContain('"ahead":0')
    expect(await stopThrough(waiting)).toMatchObject({ state: 4, responseText: '' })
    expect(await stopThrough(queryIdOf(running))).toMatchObject({ state: 4 })
    await pool.query("UPDATE providers SET at_once = NULL WHERE kind = 'openai'")
  })

  test('a client of one receives live events of a question asked and answered on the other', async () => {
    const live = await fetch(`${other.url}/api/v1/notifications/${talk.anna.id}/subscribe`, {
      headers: { authorization: `Bearer ${talk.anna.token}`, 'x-requested-with': 'XMLHttpRequest' },
    })
    // A separate tab: the end events of earlier questions may arrive only now.
    const tabId = await talk.newTab()
    const aboutIt = (events: readonly WireEvent[]) =>
      events
        .map(({ data }) => (JSON.parse(data) as LiveMessage).contextData)
        .filter((said) => said['tabId'] === tabId && said['messageId'] !== undefined)
    const heard = readStream(live, (events) => aboutIt(events).some(({ what }) => what === 'ended'))
    const messageId = queryIdOf(await readStream(await ask(slow, tabId)))
    const said = { projectId: talk.projectId, tabId, messageId }
    // A client that connects during the start is notified of it twice.
    const once = new Map(aboutIt(await heard).map((what) => [JSON.stringify(what), what]))
    expect([...once.values()]).toEqual([
      { ...said, what: 'asked' },
      { ...said, what: 'ended' },
    ])
  })

  test('answers end while their project row is locked, and no database connection waits for it', async () => {
    const holder = new pg.Client({ connectionString: talk.app.db.databaseUrl })
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM projects WHERE id = $1 FOR UPDATE', [talk.projectId])
    for (let asked = 0; asked < 12; asked++) await readStream(await ask(short))
    const waiting = await holder.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    )
    expect(waiting.rowCount).toBe(0)
    await holder.query('ROLLBACK')
    await holder.end()
  })

  test('answers of a dead server are ended with INTERRUPTED by another one', async () => {
    const { data } = await talk.anna.client.call(contract.queries.list, { params: { id: talk.tabId } })
    const id = data.Queries[0]?.id ?? 0
    await talk.app.db.pool.query(
      `WITH dead AS (INSERT INTO servers (id, lock_key) VALUES (gen_random_uuid(), 1) RETURNING id)
       UPDATE messages SET state = 1, response_text = '', server_id = (SELECT id FROM dead) WHERE messages.id = $1`,
      [id],
    )
    await talk.app.db.pool.query(
      `INSERT INTO answer_events VALUES ($1, 1, 2, '[{"type":"text","text":""},{"type":"text","text":"half"}]')`,
      [id],
    )
    const third = await another(talk)
    await third.app.close(0)
    const query = queryOf(await readStream(await through(id, 0)))
    expect(query).toMatchObject({ state: 3, errorCode: 'INTERRUPTED', responseText: 'half' })
  })
})

const another = (talk: Talk) => anotherServer({ of: talk.app.db, openaiBaseUrl: talk.server.url })
