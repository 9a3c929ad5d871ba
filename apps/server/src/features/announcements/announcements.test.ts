import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANNOUNCEMENT_LIMITS, contract, type CallInput } from '@polylogue/contract'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { announcements, notifications } = contract

let app: TestApp
let admin: TestUser
let anna: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { requestsPerMinute: 100_000 } } })
  admin = await app.deps.user({ roleId: 3, firstName: 'Ada' })
  anna = await app.deps.user()
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

type AnnouncementBody = Partial<CallInput<typeof announcements.create>['body']>
const announce = async (sent: AnnouncementBody = {}, by = admin) => {
  const body = { title: 'Maintenance', form: 'banner' as const, ends: inDays(1), ...sent }
  return (await by.client.call(announcements.create, { body })).data.Announcement
}
const update = async (id: number, body: CallInput<typeof announcements.update>['body'], by = admin) =>
  (await by.client.call(announcements.update, { params: { id }, body })).data.Announcement
const end = (id: number, by = admin) => by.client.call(announcements.end, { params: { id } })
const remove = (id: number, by = admin) => by.client.call(announcements.remove, { params: { id } })
const putAway = (who: TestUser, id: number) => who.client.call(announcements.putAway, { params: { id } })
const managed = async (by = admin) => (await by.client.call(announcements.list)).data.Announcements

const list = async (who: TestUser) => {
  const query = { banners: 'true' }
  return (await who.client.call(notifications.list, { params: { userId: who.id }, query })).data
}
const bannersOf = async (who: TestUser) => ((await list(who)).banners ?? []).map(({ id }) => id)
/** The titles of the announcements among somebody’s notifications, once everything was told. */
async function titlesOf(who: TestUser): Promise<(string | undefined)[]> {
  const left = async () => (await app.db.pool.query('SELECT FROM notification_events')).rowCount
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  return (await list(who)).notifications.map(({ facts }) => facts.title)
}
/** Lets announcements end, as if time had passed. */
const letEnd = (id: number) =>
  app.db.pool.query(`UPDATE announcements SET ends = now() - interval '1 second' WHERE id = $1`, [id])

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const wrong = (path: string) => ({
  status: 400,
  code: 'VALIDATION_FAILED',
  issues: [{ path: `body.${path}`, message: expect.any(String) as unknown }],
})

test('a banner is shown to everybody until its end, and stays away for whoever put it away (ANNOUNCE-1, ANNOUNCE-2)', async () => {
  const [bert, guest] = [await app.deps.user(), await app.deps.user({ roleId: 6 })]
  const { id, ends } = await announce({ text: 'On Sunday,\nfrom eight.', kind: 'warning' })
  const [banner] = (await list(bert)).banners ?? []
  expect(banner).toEqual({
    id,
    title: 'Maintenance',
    text: 'On Sunday,\nfrom eight.',
    kind: 'warning',
    ends,
  })
  expect((await list(bert)).notifications).toEqual([])
  await putAway(bert, id)
  await putAway(bert, id)
  await update(id, { title: 'Maintenance, later' })
  expect(await bannersOf(bert)).not.toContain(id)
  expect(await bannersOf(guest)).toContain(id)
  const newcomer = await app.deps.user()
  expect(await bannersOf(newcomer)).toContain(id)
  await letEnd(id)
  expect(await bannersOf(newcomer)).not.toContain(id)
  await expect(putAway(newcomer, id)).rejects.toMatchObject(NOT_FOUND)
  const { rows } = await app.db.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM announcements_put_away WHERE announcement_id = $1',
    [id],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('a notification is one entry of each person, with the words as they are now, until its end (ANNOUNCE-1, ANNOUNCE-3)', async () => {
  const bert = await app.deps.user()
  const { id } = await announce({
    title: 'New rules',
    text: 'Read them.',
    kind: 'error',
    form: 'notification',
  })
  expect(await titlesOf(bert)).toEqual(['New rules'])
  const [entry] = (await list(bert)).notifications
  expect(entry).toMatchObject({
    kind: 'announcement',
    facts: { title: 'New rules', text: 'Read them.' },
    count: 1,
  })
  expect(JSON.parse(entry?.notificationAsJson ?? '')).toMatchObject({
    message: 'New rules: Read them.',
    type: 'error',
    uri: null,
  })
  await update(id, { title: 'Newer rules', kind: 'info' })
  expect(await titlesOf(bert)).toEqual(['Newer rules'])
  expect((await list(bert)).unread).toBe(1)
  expect(await titlesOf(admin)).not.toContain('Newer rules')
  const { data } = await end(id)
  expect(data.Announcement).toMatchObject({ isOver: true })
  expect(await list(bert)).toEqual({ notifications: [], unread: 0, banners: expect.any(Array) as unknown })
  await update(id, { ends: inDays(2) })
  expect(await titlesOf(bert)).toEqual(['Newer rules'])
  await remove(id)
  expect(await titlesOf(bert)).toEqual([])
})

test('one who turned announcements off gets no entry, and sees banners (ANNOUNCE-3)', async () => {
  const bert = await app.deps.user()
  await app.db.pool.query(
    `INSERT INTO user_settings (user_id, setting_id, value, valid_until) VALUES ($1, 55, 'announcement', now() + interval '1 year')`,
    [bert.id],
  )
  await announce({ form: 'notification' })
  const { id } = await announce()
  expect(await titlesOf(bert)).toEqual([])
  expect(await bannersOf(bert)).toContain(id)
})

test('of a group, its owner and its members are told, as long as they are (ANNOUNCE-4)', async () => {
  const [bert, nested, stranger, keeper] = [
    await app.deps.user(),
    await app.deps.user(),
    await app.deps.user(),
    await app.deps.user(),
  ]
  const inner = await app.deps.group(3, [nested])
  const { contextId } = await app.deps.group(2, [bert, inner])
  await app.db.pool.query('UPDATE contexts SET owner_context_id = $2 WHERE id = $1', [
    contextId,
    keeper.contextId,
  ])
  const told = await announce({ title: 'To us', form: 'notification', groupContextId: contextId })
  const shown = await announce({ groupContextId: contextId })
  expect(told.group).toMatchObject({ id: contextId })
  for (const who of [bert, nested, keeper]) {
    expect(await titlesOf(who)).toEqual(['To us'])
    expect(await bannersOf(who)).toContain(shown.id)
  }
  expect(await titlesOf(stranger)).toEqual([])
  for (const who of [stranger, admin]) expect(await bannersOf(who)).not.toContain(shown.id)
  await expect(putAway(stranger, shown.id)).rejects.toMatchObject(NOT_FOUND)
  await app.db.pool.query('DELETE FROM associations WHERE assoc_context_id = $1', [inner.contextId])
  expect(await titlesOf(nested)).toEqual([])
  expect(await bannersOf(nested)).not.toContain(shown.id)
  await app.db.pool.query('DELETE FROM associations WHERE context_id = $1', [contextId])
  await app.db.pool.query('DELETE FROM contexts WHERE id = $1', [contextId])
  expect((await managed()).map(({ id }) => id)).not.toContain(shown.id)
})

test('it crosses no wall of a tenant, in either direction (ANNOUNCE-4)', async () => {
  const { contextId: tenantContextId } = await app.deps.group(6, [])
  const [inside, manager] = [
    await app.deps.user({ tenantContextId }),
    await app.deps.user({ tenantContextId, roleId: 3 }),
  ]
  const outer = [await announce({ title: 'Outer', form: 'notification' }), await announce()]
  expect(await titlesOf(inside)).toEqual([])
  expect(await bannersOf(inside)).toEqual([])
  const inner = [
    await announce({ title: 'Inner', form: 'notification' }, manager),
    await announce({}, manager),
  ]
  expect(await titlesOf(inside)).toEqual(['Inner'])
  expect(await bannersOf(inside)).toEqual([inner[1]?.id])
  expect(await titlesOf(anna)).not.toContain('Inner')
  expect(await bannersOf(anna)).not.toContain(inner[1]?.id)
  expect((await managed(manager)).map(({ id }) => id)).toEqual(inner.map(({ id }) => id).toReversed())
  for (const { id } of outer) {
    await expect(update(id, { title: 'Mine' }, manager)).rejects.toMatchObject(NOT_FOUND)
    await expect(end(id, manager)).rejects.toMatchObject(NOT_FOUND)
    await expect(remove(id, manager)).rejects.toMatchObject(NOT_FOUND)
  }
  // A group of the other side, with a member of this one.
  const team = await app.deps.group(3, [anna])
  await app.db.pool.query('UPDATE contexts SET owner_context_id = $2 WHERE id = $1', [
    team.contextId,
    inside.contextId,
  ])
  await expect(announce({ groupContextId: team.contextId })).rejects.toMatchObject(NOT_FOUND)
  const leaked = await announce({ groupContextId: team.contextId }, manager)
  expect(await bannersOf(anna)).not.toContain(leaked.id)
})

test('what is too long, in the past or too far away is refused with a sentence (ANNOUNCE-5)', async () => {
  const { title, text } = ANNOUNCEMENT_LIMITS
  await expect(announce({ title: 'x'.repeat(title + 1) })).rejects.toMatchObject(wrong('title'))
  await expect(announce({ title: ' ' })).rejects.toMatchObject(wrong('title'))
  await expect(announce({ text: 'x'.repeat(text + 1) })).rejects.toMatchObject(wrong('text'))
  const huge = announce({ text: 'x'.repeat(100_000) })
  await expect(huge).rejects.toMatchObject(wrong('text'))
  await expect(huge).rejects.toThrow(/2000|2,000/)
  for (const ends of [inDays(-1), inDays(400)])
    await expect(announce({ ends })).rejects.toMatchObject(wrong('ends'))
  const { id, modified } = await announce({ text: 'x'.repeat(text) })
  await expect(update(id, { ends: inDays(-1) })).rejects.toMatchObject(wrong('ends'))
  await update(id, { kind: 'info', ends: inDays(3), ifModified: modified })
  await expect(update(id, { title: 'Late', ifModified: modified })).rejects.toMatchObject({
    status: 409,
    code: 'CONFLICT',
  })
  const people = await app.deps.user()
  await expect(announce({ groupContextId: people.contextId })).rejects.toMatchObject(NOT_FOUND)
})

test('there are at most 200 on a side, and five banners are shown (ANNOUNCE-5)', async () => {
  const { contextId: tenantContextId } = await app.deps.group(6, [])
  const manager = await app.deps.user({ tenantContextId, roleId: 3 })
  const all = Array.from({ length: 6 }, () => announce({}, manager))
  const ids = (await Promise.all(all)).map(({ id }) => id).toSorted((one, other) => other - one)
  expect(await bannersOf(manager)).toEqual(ids.slice(0, ANNOUNCEMENT_LIMITS.banners))
  await app.db.pool.query(
    `INSERT INTO announcements (tenant_context_id, title, text, kind, form, ends)
      SELECT $1, 'Old', '', 'info', 'banner', now() FROM generate_series(1, $2)`,
    [tenantContextId, ANNOUNCEMENT_LIMITS.kept - ids.length],
  )
  await expect(announce({}, manager)).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_ANNOUNCEMENTS' })
})

test('open pages hear of each change, and only administrators of a new entry (ANNOUNCE-2)', async () => {
  // Of its own, so that no earlier change is told late.
  await using own = await testApp()
  const [bert, manager] = [await own.deps.user(), await own.deps.user({ roleId: 3 })]
  const [page, managing] = [await livePage(own, bert, bert.id), await livePage(own, manager, manager.id)]
  const countOf = (context: number) => page.messages.filter((one) => one.context === context).length
  await announce({ form: 'notification' }, manager)
  await expect.poll(() => countOf(14), { timeout: 10_000 }).toBe(1)
  await expect
    .poll(() => managing.messages)
    .toContainEqual({ context: 16, uri: '/announcements', contextData: {} })
  expect(countOf(16)).toBe(0)
  const { id } = await announce({}, manager)
  await expect.poll(() => countOf(16)).toBe(1)
  await putAway(bert, id)
  await expect.poll(() => countOf(14)).toBe(2)
  await end(id, manager)
  await expect.poll(() => countOf(16)).toBe(2)
})
