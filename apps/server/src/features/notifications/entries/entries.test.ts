import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { systemClock } from '#platform/clock.ts'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { entriesService } from './service.ts'

const { notifications } = contract

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
})
afterAll(() => app.close())

const list = async (who: TestUser, query: { read?: boolean; before?: number; limit?: number } = {}) => {
  const { read, ...rest } = query
  const asked = { ...rest, ...(read === undefined ? {} : { read: String(read) }) }
  const { data } = await who.client.call(notifications.list, { params: { userId: who.id }, query: asked })
  return data
}
const idsOf = async (who: TestUser, query = {}) => (await list(who, query)).notifications.map(({ id }) => id)
const mark = (who: TestUser, id: number, markAsRead: boolean, userId = who.id) =>
  who.client.call(notifications.mark, { params: { userId, id }, body: { markAsRead } })
const markAll = (who: TestUser, userId = who.id) =>
  who.client.call(notifications.markAll, { params: { userId }, body: { markAsRead: true } })
const remove = (who: TestUser, id: number, userId = who.id) =>
  who.client.call(notifications.remove, { params: { userId, id } })
const missing = { status: 404, code: 'NOT_FOUND' }

/** Stores entries without their making; returns their ids, the oldest first. */
async function received(who: TestUser, threads: readonly string[], contextId: number | null = null) {
  await app.db.pool.query('INSERT INTO notification_readers (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    who.id,
  ])
  const { rows } = await app.db.pool.query<{ id: number }>(
    `INSERT INTO notifications (id, place, user_id, thread, kind, actor_id, noun, item_id, context_id)
      SELECT place, place, $1, thread, 'shared', $3, 'project', 1, $4
      FROM (SELECT nextval('notification_places') AS place, thread FROM unnest($2::text[]) AS thread) AS new RETURNING id`,
    [who.id, threads, anna.id, contextId],
  )
  return rows.map(({ id }) => id)
}

test('one’s own notifications are listed in pages, the newest first, with the root of their thread (NOTIFY-1)', async () => {
  const bert = await app.deps.user()
  expect(await list(bert)).toEqual({ notifications: [], unread: 0 })
  const [first, second, third] = await received(bert, ['a', 'b', 'a'])
  const { notifications: all, unread } = await list(bert)
  expect(all.map(({ id, rootId }) => [id, rootId])).toEqual([
    [third, third],
    [second, second],
    [first, third],
  ])
  expect(unread).toBe(3)
  expect(await idsOf(bert, { limit: 2 })).toEqual([third, second])
  const places = all.map(({ place }) => place)
  expect(await idsOf(bert, { before: places[1] })).toEqual([first])
  // The last one of a page was merged into meanwhile, and moved up; another one was deleted.
  const [fourth] = await received(bert, ['c'])
  await app.db.pool.query(`UPDATE notifications SET place = nextval('notification_places') WHERE id = $1`, [
    second,
  ])
  expect(await idsOf(bert, { before: places[1] })).toEqual([first])
  await remove(bert, fourth ?? 0)
  expect(await idsOf(bert, { before: places[0] })).toEqual([first])
  await app.db.pool.query('UPDATE notifications SET place = $2 WHERE id = $1', [second, places[1]])
  const told = JSON.parse(all[0]?.notificationAsJson ?? '') as object
  expect(told).toEqual({
    id: third,
    message: expect.stringMatching(/^Petra Person \d+ shared something with you\.$/),
    type: 'info',
    read: false,
    received: true,
    timestamp: expect.any(Number),
    uri: null,
  })
  expect(all[0]?.facts).toEqual({ actor: expect.stringMatching(/^Petra Person/) })
})

test('they are marked as read and unread, one and all, and deleted by thread (NOTIFY-1)', async () => {
  const bert = await app.deps.user()
  await markAll(bert)
  const [first = 0, second = 0, third = 0] = await received(bert, ['a', 'b', 'a'])
  await mark(bert, first, true)
  expect(await idsOf(bert, { read: true })).toEqual([first])
  expect(await idsOf(bert, { read: false })).toEqual([third, second])
  await mark(bert, first, false)
  expect((await list(bert)).unread).toBe(3)
  await markAll(bert)
  expect(await list(bert, { read: false })).toEqual({ notifications: [], unread: 0 })
  await mark(bert, second, false)
  expect(await idsOf(bert, { read: false })).toEqual([second])
  const [later = 0] = await received(bert, ['c'])
  expect((await list(bert)).unread).toBe(2)
  await markAll(bert)
  expect((await list(bert)).unread).toBe(0)
  await remove(bert, third)
  expect(await idsOf(bert)).toEqual([later, second])
  for (const id of [first, third]) await expect(mark(bert, id, true)).rejects.toMatchObject(missing)
  await expect(remove(bert, first)).rejects.toMatchObject(missing)
})

test('what was shared and is not read yet is named, whatever the page of the list (NOTIFY-19)', async () => {
  const bert = await app.deps.user()
  const query = { read: 'false', limit: '1', shared: 'true' }
  const shares = async () =>
    (await bert.client.call(notifications.list, { params: { userId: bert.id }, query })).data.shared
  expect(await shares()).toEqual([])
  const [first = 0, second = 0, third = 0] = await received(bert, ['a', 'b', 'c'])
  await app.db.pool.query(`UPDATE notifications SET kind = 'accessChanged' WHERE id = $1`, [second])
  await app.db.pool.query(`UPDATE notifications SET noun = 'prompt', item_id = 7 WHERE id = $1`, [third])
  const uriOf = { [first]: '/projects/1', [third]: '/prompts/7' }
  const named = (...ids: number[]) => ids.map((id) => ({ id, uri: uriOf[id] }))
  expect(await shares()).toEqual(expect.arrayContaining(named(first, third)))
  expect(await shares()).toHaveLength(2)
  await mark(bert, third, true)
  expect(await shares()).toEqual(named(first))
  await markAll(bert)
  expect(await shares()).toEqual([])
  await mark(bert, third, false)
  expect(await shares()).toEqual(named(third))
  expect(await list(bert)).not.toHaveProperty('shared')
})

test('those of others are not found, also by administrators (NOTIFY-1)', async () => {
  const [bert, root] = [await app.deps.user(), await app.deps.user({ roleId: 1 })]
  const [id = 0] = await received(bert, ['a'])
  for (const who of [anna, root]) {
    const others = who.client.call(notifications.list, { params: { userId: bert.id }, query: {} })
    await expect(others).rejects.toMatchObject(missing)
    for (const userId of [bert.id, who.id]) {
      await expect(mark(who, id, true, userId)).rejects.toMatchObject(missing)
      await expect(remove(who, id, userId)).rejects.toMatchObject(missing)
    }
    await expect(markAll(who, bert.id)).rejects.toMatchObject(missing)
  }
  expect(await list(bert)).toMatchObject({ unread: 1, notifications: [{ id }] })
})

test('each change is told to one’s other pages, also to one that is just loading (NOTIFY-1)', async () => {
  const [bert, other] = [await app.deps.user(), await app.deps.user()]
  const [id = 0, second = 0] = await received(bert, ['a', 'b'])
  const [page, others] = [await livePage(app, bert), await livePage(app, other)]
  const changed = { context: 14, uri: '/notifications', contextData: {} }
  const loaded = performance.now()
  await mark(bert, id, true)
  await expect.poll(() => page.messages).toEqual([changed])
  await markAll(bert)
  await remove(bert, second)
  await expect.poll(() => page.messages).toEqual([changed, changed, changed])
  const later = await livePage(app, bert, bert.id, Math.ceil(performance.now() - loaded))
  await expect.poll(() => later.messages).toEqual([changed])
  expect(others.messages).toEqual([])
})

test('an item’s name and address are shown only to those who may read it now (NOTIFY-2)', async () => {
  const bert = await app.deps.user()
  const project = await app.deps.project(anna, { name: 'Heating' })
  await received(bert, ['a'], project.context.id)
  // The deletion tells another one.
  const facts = async () =>
    (await list(bert)).notifications.flatMap((one) => (one.kind === 'shared' ? [one.facts] : []))
  const actor: unknown = expect.any(String)
  expect(await facts()).toEqual([{ actor }])
  await app.deps.share(project, bert)
  expect(await facts()).toEqual([{ actor, noun: 'chat', name: 'Heating' }])
  await anna.client.call(contract.projects.remove, { params: { id: project.id } })
  expect(await facts()).toEqual([{ actor }])
})

test('those older than configured now are deleted, and those of a removed person (NOTIFY-5)', async () => {
  const clara = await app.deps.user()
  const [old, young] = await received(clara, ['a', 'b'])
  const age = 'UPDATE notifications SET created = now() - $2::interval WHERE id = $1'
  await app.db.pool.query(age, [old, '91 days'])
  await app.db.pool.query(age, [young, '89 days'])
  const { db } = app
  const bus = { publish: () => Promise.resolve() }
  let days = 92
  const { sweep } = entriesService({
    db,
    bus,
    clock: systemClock,
    types: [],
    waiting: () => Promise.resolve(new Map()),
    keepDays: () => days,
  })
  await sweep()
  expect(await idsOf(clara)).toEqual([young, old])
  // Changed while the server runs (CONFIG-10).
  days = 90
  await sweep()
  expect(await idsOf(clara)).toEqual([young])
  const [bert, root] = [await app.deps.user(), await app.deps.user({ roleId: 1 })]
  await received(bert, ['a'])
  await root.client.call(contract.users.remove, { params: { id: bert.id } })
  const { rows } = await app.db.pool.query('SELECT FROM notifications WHERE user_id = $1', [bert.id])
  expect(rows).toEqual([])
})
