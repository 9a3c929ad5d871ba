import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedChats, type SharedTests } from '#test/shared-chat.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { projects, shares } = contract

let app: TestApp
let owner: TestUser
let other: TestUser
let to: SharedTests
beforeAll(async () => {
  app = await testApp({ file: { httpShareEnabled: true, limits: { requestsPerMinute: 100_000 } } })
})
beforeEach(async () => {
  owner = await app.deps.user({ firstName: 'Olga' })
  other = await app.deps.user()
  to = sharedChats({ app, owner, other })
})
afterAll(() => app.close())
const set = (sql: string, values: unknown[]) => app.db.pool.query(sql, values)

describe('making a link', () => {
  test('needs admin access, the permission and a session', async () => {
    const { project, tabId } = await to.chat()
    await app.deps.share(project, other, { write: true })
    await expect(to.share({ tabId }, other)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    const guest = await app.deps.user({ roleId: 6 })
    const theirs = await to.chat({ by: guest })
    await expect(to.share({ tabId: theirs.tabId }, guest)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    const { data } = await owner.client.call(contract.apitokens.saveOfUser, {
      params: { userId: owner.id },
      body: { name: 'A program' },
    })
    const program = app.deps.program(data.value ?? '')
    await expect(program.call(shares.create, { body: { tabId } })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    const { id } = await to.share({ tabId })
    await program.call(shares.remove, { params: { id } })
  })

  test('takes a time in the future, as ISO or in seconds, and refuses what does not fit', async () => {
    const { tabId, projectId } = await to.chat()
    const at = Math.floor(Date.now() / 1_000) + 3_600
    const iso = new Date(at * 1_000).toISOString()
    expect((await to.share({ tabId, expires: at })).expires).toBe(iso)
    expect((await to.share({ tabId, expires: iso })).expires).toBe(iso)
    for (const body of [
      {},
      { tabId, project: projectId },
      { tabId: 0 },
      { tabId: -1 },
      { tabId, expires: '2020-01-01T00:00:00Z' },
      { tabId, expires: 1 },
      { tabId, audience: 'world' },
      { tabId, files: 'all' },
      { tabId, files: Array.from({ length: 501 }, () => ({ queryId: 1, index: 0 })) },
    ])
      await expect(to.share(body), JSON.stringify(body).slice(0, 60)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      })
    for (const body of [{ tabId: 9e15 }, { project: 9e15 }])
      await expect(to.share(body)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('has a limit for each person', async () => {
    const { tabId } = await to.chat()
    await set(
      `INSERT INTO share_links (owner_id, tab_id, key_hash, names, reasoning, passages, audience)
       SELECT $1::bigint, $2::bigint, sha256(($1::text || ' ' || n)::bytea), false, false, false, 'people' FROM generate_series(1, 999) n`,
      [owner.id, tabId],
    )
    const made = await Promise.allSettled([to.share({ tabId }), to.share({ tabId }), to.share({ tabId })])
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('keys differ, have 256 bits and are stored as hashes only', async () => {
    const { tabId } = await to.chat()
    const links = await Promise.all(Array.from({ length: 5 }, () => to.share({ tabId })))
    const keys = links.map(
      ({ hash }) => (JSON.parse(Buffer.from(hash, 'base64url').toString()) as { key: string }).key,
    )
    expect(new Set(keys).size).toBe(5)
    for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    const { rows } = await set('SELECT to_jsonb(link)::text AS text FROM share_links link', [])
    for (const key of keys) expect(JSON.stringify(rows)).not.toContain(key)
  })

  test('and deleting its project at the same time leaves no link that opens', async () => {
    const { tabId, projectId } = await to.chat()
    const made = to.share({ tabId, audience: 'anybody' }).catch(() => undefined)
    await owner.client.call(projects.remove, { params: { id: projectId } })
    const link = await made
    if (link) expect((await to.bare(link.hash)).status).toBe(404)
  })
})
