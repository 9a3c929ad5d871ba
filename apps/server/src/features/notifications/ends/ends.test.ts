// The end of a replay or a golden run is told to whose it is, unless a page showed it to them (NOTIFY-14).
import { contract, type SeenEnd } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '#app.ts'
import { createClient } from '@polylogue/client'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import { askAll, openTalk, queryIdOf, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const short = scripted({ tokens: 3 })
const failing = scripted({ status: 500 })

let talk: Talk
let other: { app: App; url: string } | undefined
beforeAll(async () => {
  talk = await openTalk([short, failing])
  // The embedded database supports one process only.
  if (serverUrl) other = await anotherServer({ of: talk.app.db, openaiBaseUrl: talk.server.url })
})
afterAll(async () => {
  await other?.app.close(0)
  await talk[Symbol.asyncDispose]()
})

const person = () => talk.app.deps.user()

const seen = (who: TestUser, kind: SeenEnd, id: number, client = who.client) =>
  client.call(contract.notifications.seeEnd, { params: { userId: who.id }, body: { kind, id } })

/** Replays a question into a new tab of a project of this name; resolves with that tab once it ended. */
async function replayed(who: TestUser, name: string): Promise<number> {
  const project = await talk.app.deps.project(who, { name })
  const tab = await talk.app.deps.tab(who, project)
  const first = await askAll({ ...talk, anna: who }, short, { projectTabId: tab.id, prompt: 'One?' })
  const body = {
    tabId: tab.id,
    promptIds: [queryIdOf(first)],
    modelTagId: talk.tag(short).id,
    tabName: 'Again',
  }
  const { id } = (await who.client.call(contract.replays.create, { body })).data.projecttab
  const state = async () =>
    (await who.client.call(contract.replays.get, { params: { id } })).data.replay?.state
  await vi.waitFor(async () => expect(await state()).toBe('done'), 15_000)
  return id
}

const runEnded = (who: TestUser, place: { id: number; runId: number }) =>
  vi.waitFor(async () => {
    const { data } = await who.client.call(contract.goldensets.run, { params: place })
    expect(data.GoldenRun.state).toBe('done')
  }, 15_000)

/** Runs a golden set of this name; resolves once it ended. */
async function ran(who: TestUser, name: string, model = short) {
  const prompts = [{ promptId: 0, title: 'One', prompt: 'One?', checks: [] }]
  const { data } = await who.client.call(contract.goldensets.create, { body: { name, prompts } })
  const { id } = data.GoldenSet
  const body = { modelTagIds: [talk.tag(model).id] }
  const begun = await who.client.call(contract.goldensets.begin, { params: { id }, body })
  const place = { id, runId: begun.data.GoldenRun.id }
  await runEnded(who, place)
  return place
}

/** Returns the names of the ended things that somebody is told of, once everything that waits now was told. */
async function toldOf(who: TestUser): Promise<string[]> {
  const { pool } = talk.app.db
  const { rows } = await pool.query<{ last: number | null }>(
    'SELECT max(id) AS last FROM notification_events',
  )
  const left = () => pool.query('SELECT FROM notification_events WHERE id <= $1', [rows[0]?.last])
  await vi.waitFor(async () => expect((await left()).rowCount).toBe(0), 20_000)
  const params = { userId: who.id }
  const { data } = await who.client.call(contract.notifications.list, { params, query: {} })
  return data.notifications
    .filter(({ kind }) => kind.endsWith('Ended'))
    .map(({ facts: { name = '' }, count }) => (count > 1 ? `${name} ${count}` : name))
}

// At once, each with people of its own: they wait for the time in which a page may say that it shows the end.
test.concurrent('an end that a page showed is not told, one that nobody saw is; nobody else sees it for its person', async () => {
  const [anna, bert] = [await person(), await person()]
  const [watchedReplay, leftReplay, watchedRun, leftRun] = await Promise.all([
    replayed(anna, 'Watched'),
    replayed(anna, 'Left'),
    ran(anna, 'Watched run'),
    ran(anna, 'Left run'),
  ])
  await Promise.all([
    seen(anna, 'replayEnded', watchedReplay),
    seen(anna, 'goldenRunEnded', watchedRun.runId),
    seen(bert, 'replayEnded', leftReplay),
    seen(bert, 'goldenRunEnded', leftRun.runId),
  ])
  const missing = { status: 404, code: 'NOT_FOUND' }
  await expect(seen(anna, 'replayEnded', leftReplay, bert.client)).rejects.toMatchObject(missing)
  expect((await toldOf(anna)).toSorted()).toEqual(['Left', 'Left run'])
  expect(await toldOf(bert)).toEqual([])
})

test.concurrent('a run that is continued ends again: whoever saw its first end is told of the second one', async () => {
  const anna = await person()
  const place = await ran(anna, 'Again', failing)
  await seen(anna, 'goldenRunEnded', place.runId)
  expect(await toldOf(anna)).toEqual([])
  await anna.client.call(contract.goldensets.retry, { params: place })
  await runEnded(anna, place)
  expect(await toldOf(anna)).toEqual(['Again'])
})

test.concurrent('nobody sees the end of work that has not ended', async () => {
  const anna = await person()
  const { rows } = await talk.app.db.pool.query<{ id: number }>(
    `INSERT INTO golden_runs (golden_set_id, user_id, server_id) SELECT $1, $2, gen_random_uuid() RETURNING id`,
    [(await ran(anna, 'Held')).id, anna.id],
  )
  await seen(anna, 'goldenRunEnded', rows[0]?.id ?? 0)
  const noted = await talk.app.db.pool.query(
    `SELECT FROM ends_seen WHERE kind = 'goldenRunEnded' AND thing_id = $1`,
    [rows[0]?.id],
  )
  expect(noted.rowCount).toBe(0)
})

test
  .runIf(serverUrl)
  .concurrent('whoever looks through another server than the one that works is told nothing', async () => {
    const anna = await person()
    const client = createClient({ baseUrl: other?.url ?? '', token: () => anna.token })
    const [tab, { runId }] = await Promise.all([replayed(anna, 'Replayed'), ran(anna, 'Ran')])
    await seen(anna, 'replayEnded', tab, client)
    await seen(anna, 'goldenRunEnded', runId, client)
    expect(await toldOf(anna)).toEqual([])
  })
