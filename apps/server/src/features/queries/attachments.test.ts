import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Project, type Tab } from '@polylogue/contract'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openDiskBlobs } from '#platform/blobs/disk.ts'
import { list } from './test/lists.ts'

let app: TestApp
let anna: TestUser
let reader: TestUser
let stranger: TestUser
let outsider: TestUser
let project: Project
let tab: Tab
beforeAll(async () => {
  app = await testApp({ pollSeconds: 1 })
  anna = await app.deps.user()
  reader = await app.deps.user()
  stranger = await app.deps.user()
  const tenant = await app.deps.group(6, [])
  outsider = await app.deps.user({ tenantContextId: tenant.contextId })
  project = await app.deps.project(anna)
  tab = await app.deps.tab(anna, project)
  await app.deps.share(project, reader)
  await app.deps.share(project, outsider, { admin: true })
})
afterAll(() => app.close())

describe('attachments', () => {
  const blobs = () => openDiskBlobs(join(app.db.dataDir, 'blobs'))
  const attach = (messageId: number, blob: string) =>
    app.db.pool.query(
      `WITH marked AS (UPDATE messages SET attachment_count = 1 WHERE id = $1)
       INSERT INTO attachments VALUES ($1, 0, 'Ä "1".svg', 'image/svg+xml', 4, $2, NULL, '2026-01-02T03:04:05Z')`,
      [messageId, blob],
    )
  const bytesOf = (who: TestUser, id: number, index = 0) =>
    fetch(`${app.url}/api/v1/queries/${id}/attachments/${index}`, {
      headers: { authorization: `Bearer ${who.token}`, 'x-requested-with': 'XMLHttpRequest' },
    })

  test('are listed, and readers of the tab get their bytes', async () => {
    const key = 'ab'.repeat(16)
    const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id })
    await attach(id, key)
    const { messages } = await list(reader, tab.id)
    expect(messages.find((message) => message.id === id)?.attachments).toEqual([
      { name: 'Ä "1".svg', size: 4, mime_type: 'image/svg+xml', timestamp: 1_767_323_045 },
    ])
    expect((await bytesOf(anna, id)).status).toBe(404)
    await blobs().put(key, Buffer.from('data'))
    const reply = await bytesOf(reader, id)
    expect(await reply.text()).toBe('data')
    for (const who of [stranger, outsider]) expect((await bytesOf(who, id)).status).toBe(404)
    expect((await bytesOf(anna, id, 1)).status).toBe(404)
    expect((await bytesOf(anna, id, -1)).status).toBe(400)
  })

  test('are deleted with their tab', async () => {
    const key = 'cd'.repeat(16)
    const own = await app.deps.tab(anna, project)
    const id = await storeMessage(app.db, { tabId: own.id, userId: anna.id })
    await attach(id, key)
    await blobs().put(key, Buffer.from('data'))
    await anna.client.call(contract.tabs.remove, { params: { id: own.id } })
    await expect.poll(() => blobs().find(key)).toBeUndefined()
  })

  test('are deleted once the failing blob store works again; failures are retried and logged', async () => {
    const key = 'ef'.repeat(16)
    const own = await app.deps.tab(anna, project)
    const id = await storeMessage(app.db, { tabId: own.id, userId: anna.id })
    await attach(id, key)
    await blobs().put(key, Buffer.from('data'))
    const path = join(app.db.dataDir, 'blobs', 'ef', 'ef', key)
    // A folder in its place cannot be deleted as a file.
    await rm(path)
    await mkdir(path)
    await anna.client.call(contract.tabs.remove, { params: { id: own.id } })
    // Simulates some minutes of failures.
    const job = async (change: string) => {
      const { rows } = await app.db.pool.query<{ state: string; seconds: number }>(
        `UPDATE jobs.job SET ${change} WHERE name = 'queries.forget-blobs' AND state <> 'active' AND data -> 'keys' ? '${key}'
          RETURNING state, extract(epoch FROM start_after - now())::float8 AS seconds`,
      )
      return rows[0]
    }
    await expect.poll(() => job(`retry_count = 20, start_after = now()`)).toBeDefined()
    const timeout = 20_000
    const later = async () => (await job('data = data'))?.seconds
    await expect.poll(later, { timeout }).toBeGreaterThan(3_000)
    expect(await job('data = data')).toMatchObject({ state: 'retry' })
    expect(await later()).toBeLessThanOrEqual(3_600)
    const lines = app.logged().split('\n')
    const told = lines.filter((line) => line.includes('"level":50') && line.includes('queries.forget-blobs'))
    expect(told.at(-1)).toContain('EISDIR')
    await rm(path, { recursive: true })
    await blobs().put(key, Buffer.from('data'))
    await job('start_after = now()')
    await expect.poll(() => blobs().find(key), { timeout }).toBeUndefined()
  })
})
