// Tests what an item type (a noun) gets from its declaration alone, with a type that only this test declares.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { livePage } from '#test/live-page.ts'
import { notesNoun, viewerOf } from '#test/notes.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { createLabel, listLabels } from './index.ts'

const noun = notesNoun()
const { contexts, search, users, audit } = contract

let app: TestApp
let anna: TestUser
let bert: TestUser
let root: TestUser
beforeAll(async () => {
  app = await testApp({ furtherNouns: [noun] })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  root = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

type Fields = { name: string; body?: string }
const make = (who: TestUser, fields: Fields, sent = {}) =>
  app.db.transaction((tx) => noun.items().create(tx, viewerOf(who), fields, sent))
const shareWith = (...holders: { contextId: number }[]) => ({
  assocContexts: holders.map(({ contextId }) => ({
    contextId,
    hasReadAccess: true,
    hasWriteAccess: false,
    hasAdminAccess: false,
  })),
})
const trail = async (id: number) =>
  (await root.client.call(audit.list, { query: { objectType: 'note', objectId: id } })).data.Entries
const namesOf = async (who: TestUser, wanted: object) => {
  const { items } = await noun.items().list(viewerOf(who), { limit: 10, ...wanted })
  return items.map(({ name }) => name)
}
const missing = { code: 'NOT_FOUND' }

test('a list is filtered, continues from its cursor and omits items without read access', async () => {
  const carl = await app.deps.user()
  for (const name of ['Apple', 'Banana', 'Cherry', 'Apricot']) await make(carl, { name, body: `${name}!` })
  await make(anna, { name: 'Apple of another' })
  expect(await namesOf(carl, {})).toEqual(['Apricot', 'Cherry', 'Banana', 'Apple'])
  expect(await namesOf(carl, { q: 'ap' })).toEqual(['Apricot', 'Apple'])
  expect(await namesOf(carl, { where: { body: 'Cherry!' } })).toEqual(['Cherry'])
  const first = await noun.items().list(viewerOf(carl), { limit: 3 })
  expect(first.items).toHaveLength(3)
  expect(await namesOf(carl, { cursor: first.nextCursor })).toEqual(['Apple'])
  await expect(namesOf(carl, { cursor: 'invented' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('refuses an update based on an older version or without write access', async () => {
  const note = await make(anna, { name: 'Draft' }, shareWith(bert))
  const items = noun.items()
  const rename = (who: TestUser, name: string, ifModified?: string) =>
    items.update(viewerOf(who), note.id, { ifModified, fields: () => ({ name }) })
  const changed = await rename(anna, 'Final', note.modified.toISOString())
  expect(changed.name).toBe('Final')
  await expect(rename(anna, 'Other', note.modified.toISOString())).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(rename(bert, 'Mine')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  await expect(rename(root, 'Mine')).rejects.toMatchObject(missing)
  expect((await items.get(viewerOf(bert), note.id)).name).toBe('Final')
  expect((await rename(anna, 'Final')).modified).toEqual(changed.modified)
})

test('readers receive live events of the item type for changes, sharing, leaving and deletion', async () => {
  const items = noun.items()
  const note = await make(anna, { name: 'Live' })
  const [annas, berts] = [await livePage(app, anna), await livePage(app, bert)]
  const about = (context: number, what: string) => ({
    context,
    uri: `/notes/${note.id}`,
    contextData: { noteId: note.id, what },
  })
  await items.update(viewerOf(anna), note.id, { ...shareWith(bert), fields: () => ({}) })
  await expect.poll(() => berts.messages).toContainEqual(about(2, 'shared'))
  await items.update(viewerOf(anna), note.id, { fields: () => ({ body: 'More' }) })
  await expect.poll(() => berts.messages).toContainEqual(about(4, 'changed'))
  const before = annas.messages.length
  await bert.client.call(contexts.removeMember, {
    params: { id: note.contextId, assocContextId: bert.contextId },
  })
  await expect.poll(() => annas.messages.slice(before)).toContainEqual(about(2, 'shared'))
  await expect(items.get(viewerOf(bert), note.id)).rejects.toMatchObject(missing)
  await items.remove(viewerOf(anna), note.id)
  await expect.poll(() => annas.messages).toContainEqual(about(4, 'deleted'))
  // The stream stays open: unlike a membership, a share of an item does not end it.
  await expect(Promise.race([berts.ended, Promise.resolve('open')])).resolves.toBe('open')
})

test('the audit log records sharing, leaving and deletion with object type and id', async () => {
  const note = await make(anna, { name: 'Recorded' }, shareWith(bert))
  const leave = { params: { id: note.contextId, assocContextId: bert.contextId } }
  await bert.client.call(contexts.removeMember, leave)
  await noun.items().update(viewerOf(anna), note.id, { ...shareWith(bert), fields: () => ({}) })
  await anna.client.call(contexts.removeMember, leave)
  await noun.items().remove(viewerOf(anna), note.id)
  const entries = await trail(note.id)
  expect(entries.map(({ action, objectName }) => [action, objectName]).toReversed()).toEqual([
    ['item.shared', 'Recorded'],
    ['context.left', 'Recorded'],
    ['item.shared', 'Recorded'],
    ['item.shared', 'Recorded'],
    ['item.deleted', ''],
  ])
})

test('search finds an item by its text, only for users with read access', async () => {
  const note = await make(anna, { name: 'Rhododendron', body: 'needs sour soil' }, shareWith(bert))
  const finds = async (who: TestUser, q: string) =>
    (await who.client.call(search.find, { query: { q } })).data.Finds
  const found = { kind: 'note', id: note.id, projectId: 0, tabId: null, uri: `/notes/${note.id}` }
  expect(await finds(anna, 'rhododendron')).toMatchObject([found])
  expect(await finds(bert, 'sour soil')).toMatchObject([{ ...found, title: 'Rhododendron' }])
  expect(await finds(root, 'rhododendron')).toEqual([])
})

test('items of a deleted user are counted, and handed over if shared or deleted otherwise', async () => {
  const [owner, heir] = [await app.deps.user(), await app.deps.user()]
  const shared = await make(owner, { name: 'Shared' }, shareWith(bert))
  const own = await make(owner, { name: 'Private' })
  const { data } = await root.client.call(users.belongings, { params: { id: owner.id } })
  expect(data.Belongings).toMatchObject({ chats: 0, projects: 0, shared: 1 })
  expect(data.Belongings.items).toContainEqual({ name: 'notes', count: 2 })
  const query = { items: 'handOverShared', to: heir.id } as const
  await root.client.call(users.remove, { params: { id: owner.id }, query })
  expect(await noun.items().get(viewerOf(heir), shared.id)).toMatchObject({ level: 3, ownerId: heir.id })
  await expect(noun.items().get(viewerOf(heir), own.id)).rejects.toMatchObject(missing)
  const { rows } = await app.db.pool.query('SELECT FROM contexts WHERE id = $1', [own.contextId])
  expect(rows).toEqual([])
})

test('categories and tags are stored, returned and filtered by, separately from each other', async () => {
  const { orm } = app.db
  const viewer = viewerOf(anna)
  const law = await createLabel(orm, viewer, { kind: 'category', name: 'Law' })
  const [old, odd] = [
    await createLabel(orm, viewer, { kind: 'tag', name: 'Old' }),
    await createLabel(orm, viewer, { kind: 'tag', name: 'Odd' }),
  ]
  expect(await createLabel(orm, viewerOf(bert), { kind: 'tag', name: 'OLD' })).toEqual(old)
  expect((await listLabels(orm, viewer, 'tag')).map(({ name }) => name)).toEqual(['Odd', 'Old'])
  const labels = { category: [law.id], tag: [old.id] }
  const note = await make(anna, { name: 'Labelled' }, { labels })
  await make(anna, { name: 'Half' }, { labels: { tag: [old.id] } })
  expect(note.labels.map(({ name }) => name)).toEqual(['Law', 'Old'])
  expect(await namesOf(anna, { labels })).toEqual(['Labelled'])
  expect(await namesOf(anna, { labels: { tag: [odd.id, old.id] } })).toEqual(['Half', 'Labelled'])
  const relabelled = await noun.items().update(viewer, note.id, {
    labels: { tag: [odd.id] },
    fields: () => ({}),
  })
  expect(relabelled.labels.map(({ name }) => name)).toEqual(['Law', 'Odd'])
  expect(relabelled.modified.getTime()).toBeGreaterThan(note.modified.getTime())
  const wrong = noun.items().update(viewer, note.id, { labels: { tag: [law.id] }, fields: () => ({}) })
  await expect(wrong).rejects.toMatchObject(missing)
})
