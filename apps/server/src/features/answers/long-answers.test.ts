// Long answers that end without their asker are told to them, whatever the process that follows (NOTIFY-16).
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const state = async (id: number) =>
  (await talk.app.db.pool.query<{ state: number }>('SELECT state FROM messages WHERE id = $1', [id])).rows[0]
    ?.state

/** What waits to be told of an answer. */
const rowOf = (id: number) =>
  talk.app.db.pool.query(`SELECT FROM notification_events WHERE (data ->> 'messageId')::bigint = $1`, [id])

/** Returns what somebody is told of answers, once everything that waits was told. */
async function toldOf(who: TestUser) {
  const left = async () => (await talk.app.db.pool.query('SELECT FROM notification_events')).rowCount
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  const { data } = await who.client.call(contract.notifications.list, {
    params: { userId: who.id },
    query: {},
  })
  return data.notifications.filter(({ kind }) => kind === 'answerEnded')
}

test('whoever left a long answer is told once when it ends; not of a short, a stopped or a read one', async () => {
  const bert = await talk.app.deps.user()
  const [left, read, quick, stopped] = await Promise.all([
    asked(slow),
    asked(slow),
    asked(slow, { isLong: false }),
    asked(endless),
  ])
  await talk.app.deps.share(left.project, bert)
  const following = { queryId: read.queryId, lastEventId: 0 }
  await Promise.all([
    readStream(await openStream(talk.app, talk.anna, following)),
    // Somebody else who reads it does not read it for who asked.
    readStream(await openStream(talk.app, bert, { queryId: left.queryId, lastEventId: 0 })),
    talk.anna.client.call(contract.answers.stop, { params: { id: stopped.queryId } }),
  ])
  await expect.poll(() => state(quick.queryId), { timeout: 10_000 }).toBe(2)
  await expect.poll(async () => (await rowOf(left.queryId)).rowCount, { timeout: 10_000 }).toBe(1)
  const told = await toldOf(talk.anna)
  expect(told.map(({ facts, count }) => [facts.name, count])).toEqual([[left.project.name, 1]])
  expect(JSON.parse(told[0]?.notificationAsJson ?? '')).toMatchObject({
    message: `Your answer in the chat “${left.project.name}” is finished.`,
    type: 'info',
    uri: `/projects/${left.project.id}`,
  })
  expect(await toldOf(bert)).toEqual([])
})

test('of a long answer that fails it is told that it failed', async () => {
  const carl = await talk.app.deps.user()
  const { queryId, project } = await asked(failing, { by: carl })
  await expect.poll(() => state(queryId), { timeout: 10_000 }).toBe(3)
  await expect.poll(async () => (await rowOf(queryId)).rowCount, { timeout: 10_000 }).toBe(1)
  const [told] = await toldOf(carl)
  expect(JSON.parse(told?.notificationAsJson ?? '')).toMatchObject({
    message: `Your answer in the chat “${project.name}” failed.`,
    type: 'error',
  })
})

test('one whose end could not be stored for telling is told later', async () => {
  const { pool } = talk.app.db
  const emma = await talk.app.deps.user()
  await pool.query(
    `ALTER TABLE notification_events ADD CONSTRAINT held CHECK (kind <> 'answerEnded') NOT VALID`,
  )
  const { queryId } = await asked(slow, { by: emma })
  await expect.poll(() => talk.app.logged(), { timeout: 10_000 }).toContain('are told later')
  await pool.query('ALTER TABLE notification_events DROP CONSTRAINT held')
  await expect.poll(async () => (await rowOf(queryId)).rowCount, { timeout: 15_000 }).toBe(1)
  expect(await toldOf(emma)).toMatchObject([{ kind: 'answerEnded', count: 1 }])
})

describe.runIf(serverUrl)('two servers on one PostgreSQL', () => {
  test('whoever follows through another server than the one that answers is told nothing', async () => {
    const dora = await talk.app.deps.user()
    const { queryId } = await asked(slow, { by: dora })
    const rest = await readStream(await openStream(other ?? talk.app, dora, { queryId, lastEventId: 0 }))
    expect(textOf(rest)).not.toBe('')
    const seen = () => talk.app.db.pool.query('SELECT FROM answers_seen WHERE message_id = $1', [queryId])
    await expect.poll(async () => (await seen()).rowCount).toBe(1)
    expect(await toldOf(dora)).toEqual([])
  })
})
