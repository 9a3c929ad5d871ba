import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '@polylogue/contract'
import { endReadersDuring } from '#platform/documents/test/processes.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { datasources } = contract

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
})
afterAll(() => app.close())

const file = (name: string, text: string) => ({
  name,
  mime_type: '',
  content: Buffer.from(text).toString('base64'),
})
const create = async (...media: ReturnType<typeof file>[]) =>
  (await anna.client.call(datasources.create, { body: { name: 'Pages', media } })).data.datasource.id
const documentsOf = async (id: number) =>
  (await anna.client.call(datasources.get, { params: { id } })).data.datasource.media
const settled = (id: number) =>
  vi.waitFor(
    async () => {
      const media = await documentsOf(id)
      expect(media.every(({ status }) => status >= 2)).toBe(true)
      return media
    },
    { timeout: 30_000, interval: 50 },
  )

test('a document that ended its reader twice has failed with a reason, and is not read again', async () => {
  const id = await create(file('page.html', '<b>x</b>'.repeat(90_000)))
  const done = settled(id)
  expect(await endReadersDuring(done)).toBeGreaterThanOrEqual(2)
  expect(await done).toMatchObject([{ status: 3, reason: 'interrupted' }])
  const other = await create(file('other.md', '# Other'))
  expect(await settled(other)).toMatchObject([{ status: 2 }])
  expect(await documentsOf(id)).toMatchObject([{ status: 3, reason: 'interrupted' }])
  const { rows } = await app.db.pool.query('SELECT server_id AS server FROM media WHERE datasource_id = $1', [
    id,
  ])
  expect(rows).toEqual([{ server: null }])
})
