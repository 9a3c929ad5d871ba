// Long answers that end without their asker are told to them, whatever the process that follows (NOTIFY-16).
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '#app.ts'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import { openStream, openTalk, queryIdOf, readStream, scripted, textOf, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const slow = scripted({ tokens: 150, rate: 100 })
const failing = scripted({ tokens: 150, cut: 100, rate: 100 })
const endless = scripted({ endless: 1, rate: 100 })

let talk: Talk
let other: { app: App; url: string } | undefined
beforeAll(async () => {
  talk = await openTalk([slow, failing, endless])
  // The embedded database supports one process only.
  if (serverUrl) other = await anotherServer({ of: talk.app.db, openaiBaseUrl: talk.server.url })
})
afterAll(async () => {
  await other?.app.close(0)
  await talk[Symbol.asyncDispose]()
})

/** Asks in a chat of its own and leaves once the answer has begun; it then counts as asked 40 seconds ago. */
async function asked(name: string, { by = talk.anna, isLong = true } = {}) {
  const project = await talk.app.deps.project(by, { name: `Of ${name} ${crypto.randomUUID()}` })
  const tab = await talk.app.deps.tab(by, project)
  const payload = { projectTabId: tab.id, prompt: 'Count.' }
  const first = await readStream(
    await openStream(talk.app, by, { tagId: talk.tag(name).id, payload }),
    (events) => textOf(events).length > 3,
  )
  const queryId = queryIdOf(first)
  if (isLong)
    await talk.app.db.pool.query(
      `UPDATE messages SET created = created - interval '40 seconds' WHERE id = $1`,
      [queryId],
    )
  return { queryId, project }
}

const untilState = (id: number, state: number) =>
  vi.waitFor(async () => {
    const { rows } = await talk.app.db.pool.query('SELECT state FROM messages WHERE id = $1', [id])
    expect(rows).toEqual([{ state }])
  }, 10_000)

/** Resolves when an answer waits to be told of. */
const untilWaiting = (id: number) =>
  vi.waitFor(async () => {
    const text = `SELECT FROM notification_events WHERE (data ->> 'messageId')::bigint = $1`
    expect((await talk.app.db.pool.query(text, [id])).rowCount).toBe(1)
  }, 15_000)

/** Returns what somebody is told of answers, once everything that waits now was told. */
async function toldOf(who: TestUser) {
  const { pool } = talk.app.db
  const { rows } = await pool.query<{ last: number | null }>(
    'SELECT max(id) AS last FROM notification_events',
  )
  const left = () => pool.query('SELECT FROM notification_events WHERE id <= $1', [rows[0]?.last])
  await vi.waitFor(async () => expect((await left()).rowCount).toBe(0), 20_000)
  const { data } = await who.client.call(contract.notifications.list, {
    params: { userId: who.id },
    query: {},
  })
  return data.notifications.filter(({ kind }) => kind === 'answerEnded')
}

/** Says that a page shows the end of an answer to somebody. */
const seen = (who: TestUser, id: number, client = who.client) =>
  client.call(contract.notifications.seeEnd, {
    params: { userId: who.id },
    body: { kind: 'answerEnded', id },
  })

const following = (queryId: number) => ({ queryId, lastEventId: 0 })

// At once, each with people of its own: they wait for answers, and for the time in which a page may say that it shows the end.
test.concurrent('whoever left a long answer is told once when it ends; not of a short, a stopped or a seen one', async () => {
  const bert = await talk.app.deps.user()
  const [left, read, quick, stopped] = await Promise.all([
    asked(slow),
    asked(slow),
    asked(slow, { isLong: false }),
    asked(endless),
  ])
  await talk.app.deps.share(left.project, bert)
  await Promise.all([
    readStream(await openStream(talk.app, talk.anna, following(read.queryId))),
    // Somebody else who sees it does not see it for who asked.
    readStream(await openStream(talk.app, bert, following(left.queryId))),
    talk.anna.client.call(contract.answers.stop, { params: { id: stopped.queryId } }),
  ])
  await seen(talk.anna, read.queryId)
  await seen(bert, left.queryId)
  await untilState(quick.queryId, 2)
  await untilWaiting(left.queryId)
  const told = await toldOf(talk.anna)
  expect(told.map(({ facts, count }) => [facts.name, count])).toEqual([[left.project.name, 1]])
  expect(JSON.parse(told[0]?.notificationAsJson ?? '')).toMatchObject({
    message: `Your answer in the chat “${left.project.name}” is finished.`,
    type: 'info',
    uri: `/projects/${left.project.id}`,
  })
  expect(await toldOf(bert)).toEqual([])
})

test.concurrent('a page that follows while nobody looks at it does not see the end; a program that follows does (NOTIFY-16)', async () => {
  const fred = await talk.app.deps.user()
  const { data } = await fred.client.call(contract.apitokens.saveOfUser, {
    params: { userId: fred.id },
    body: { name: 'A program' },
  })
  const [hidden, programs] = await Promise.all([asked(slow, { by: fred }), asked(slow, { by: fred })])
  await Promise.all([
    readStream(await openStream(talk.app, fred, following(hidden.queryId))),
    readStream(await openStream(talk.app, { ...fred, token: data.value ?? '' }, following(programs.queryId))),
  ])
  for (const { queryId } of [hidden, programs]) await untilWaiting(queryId)
  expect((await toldOf(fred)).map(({ facts }) => facts.name)).toEqual([hidden.project.name])
})

test.concurrent('of a long answer that fails it is told that it failed', async () => {
  const carl = await talk.app.deps.user()
  const { queryId, project } = await asked(failing, { by: carl })
  await untilState(queryId, 3)
  await untilWaiting(queryId)
  const [told] = await toldOf(carl)
  expect(JSON.parse(told?.notificationAsJson ?? '')).toMatchObject({
    message: `Your answer in the chat “${project.name}” failed.`,
    type: 'error',
  })
})

test
  .runIf(serverUrl)
  .concurrent('whoever looks through another server than the one that answers is told nothing', async () => {
    const dora = await talk.app.deps.user()
    const { queryId } = await asked(slow, { by: dora })
    const { url } = other ?? talk.app
    const rest = await readStream(await openStream({ url }, dora, following(queryId)))
    expect(textOf(rest)).not.toBe('')
    await untilWaiting(queryId)
    await seen(dora, queryId, createClient({ baseUrl: url, token: () => dora.token }))
    expect(await toldOf(dora)).toEqual([])
  })

// Alone: no end can be stored meanwhile.
test('one whose end could not be stored for telling is told later', async () => {
  const { pool } = talk.app.db
  const emma = await talk.app.deps.user()
  await pool.query(
    `ALTER TABLE notification_events ADD CONSTRAINT held CHECK (kind <> 'answerEnded') NOT VALID`,
  )
  const { queryId } = await asked(slow, { by: emma })
  await expect.poll(() => talk.app.logged(), { timeout: 10_000 }).toContain('are told later')
  await pool.query('ALTER TABLE notification_events DROP CONSTRAINT held')
  await untilWaiting(queryId)
  expect(await toldOf(emma)).toMatchObject([{ kind: 'answerEnded', count: 1 }])
})
