// Limits and deletion of categories and tags, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, LABEL_LIMITS } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { sweepJob } from './jobs.ts'

const { labels, prompts } = contract

let app: TestApp
let anna: TestUser
let bert: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { requestsPerMinute: 100_000 } } })
  anna = await app.deps.user()
  bert = await app.deps.user()
  admin = await app.deps.user({ roleId: 3 })
})
afterAll(() => app.close())

const tag = async (who: TestUser, name: string) =>
  (await who.client.call(labels.createTag, { body: { name } })).data.tag
const remove = (who: TestUser, id: number) => who.client.call(labels.removeTag, { params: { id } })
const names = async () => (await anna.client.call(labels.tags)).data.Tags.map(({ name }) => name)
const prompt = async (tags: number[]) => {
  const body = { title: 'Letter', prompt: 'Write.', outputFormId: 1, tags }
  return (await anna.client.call(prompts.create, { body })).data.Prompt
}

test('one person can create 100 of a kind, at once, too; others and administrators go on', async () => {
  const { ownCount } = LABEL_LIMITS
  await app.db.pool.query(
    `INSERT INTO labels (kind, name, created_by) SELECT 'tag', 'n' || n, $1 FROM generate_series(1, $2::int) n`,
    [anna.id, ownCount - 1],
  )
  const both = await Promise.allSettled([tag(anna, 'one'), tag(anna, 'other')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(tag(anna, 'more')).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_OWN_LABELS' })
  expect((await tag(anna, 'N7')).name).toBe('n7')
  await anna.client.call(labels.createCategory, { body: { name: 'Law' } })
  await tag(bert, 'more')
  await app.db.pool.query('UPDATE labels SET created_by = $1 WHERE created_by = $2', [admin.id, anna.id])
  await tag(admin, 'even more')
})

test('administrators delete a label for everybody, with an entry in the audit trail', async () => {
  const { id } = await tag(bert, 'Odd')
  const { id: promptId } = await prompt([id])
  for (const who of [bert, anna]) {
    expect((await who.client.call(labels.tags)).meta).toEqual({ canDelete: false })
    await expect(remove(who, id)).rejects.toMatchObject({ status: 403 })
  }
  expect((await admin.client.call(labels.tags)).meta).toEqual({ canDelete: true })
  await expect(admin.client.call(labels.removeCategory, { params: { id } })).rejects.toMatchObject({
    status: 404,
  })
  await remove(admin, id)
  await expect(remove(admin, id)).rejects.toMatchObject({ status: 404 })
  expect(await names()).not.toContain('Odd')
  const { data } = await anna.client.call(prompts.get, { params: { id: promptId } })
  expect(data.Prompt.tags).toEqual([])
  const { rows } = await app.db.pool.query(
    `SELECT user_id, object_type, object_name, details FROM audit_entries WHERE action = 'label.deleted'`,
  )
  expect(rows).toEqual([
    { user_id: admin.id, object_type: 'label', object_name: 'Odd', details: { count: 1 } },
  ])
})

test('labels that no item has for a week are deleted', async () => {
  const used = await tag(bert, 'used')
  const left = await tag(bert, 'left')
  await tag(bert, 'unused')
  const { id } = await prompt([used.id, left.id])
  const after = async (days: number) => {
    const now = new Date(Date.now() + days * 86_400_000)
    await sweepJob({ db: app.db, clock: { now: () => now } }).run({})
    return (await names()).filter((name) => ['used', 'left', 'unused', 'wanted'].includes(name))
  }
  expect(await after(0)).toEqual(['left', 'unused', 'used'])
  await anna.client.call(prompts.update, { params: { id }, body: { tags: [used.id] } })
  await tag(bert, 'wanted')
  expect(await after(4)).toEqual(['left', 'unused', 'used', 'wanted'])
  // Whoever creates it again is about to use it.
  await tag(anna, 'wanted')
  expect(await after(8)).toEqual(['left', 'used', 'wanted'])
  expect(await after(12)).toEqual(['used', 'wanted'])
  expect(await after(20)).toEqual(['used'])
})
