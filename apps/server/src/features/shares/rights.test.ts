// Who may open a link, make one, see it and end it (SHARE-2, SHARE-3, SHARE-6, SHARE-7).
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedChats, type BareReply, type SharedTests } from '#test/shared-chat.ts'
import { sweep } from './jobs.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openedLinks } from './test/opened-link.ts'

const { projects, shares, tabs } = contract

let app: TestApp
let root: TestUser
let owner: TestUser
let other: TestUser
let to: SharedTests
beforeAll(async () => {
  app = await testApp({ file: { httpShareEnabled: true, limits: { requestsPerMinute: 100_000 } } })
  root = await app.deps.user({ roleId: 1 })
})
beforeEach(async () => {
  owner = await app.deps.user({ firstName: 'Olga' })
  other = await app.deps.user()
  to = sharedChats({ app, owner, other })
})
afterAll(() => app.close())

const { open } = openedLinks(() => to)

/** Runs the job of expired links at a time. */
const sweepAt = (ms: number) =>
  sweep({ db: app.db, clock: { now: () => new Date(ms) }, bus: { publish: () => Promise.resolve() } }).run({})

/** Returns a reply without the id of its request. */
const told = ({ status, text }: BareReply) => [status, text.replace(/"requestId":"[^"]*"/, '')]
const UNKNOWN = Buffer.from(JSON.stringify({ tabId: 1, key: 'b'.repeat(43) })).toString('base64url')
const set = (sql: string, values: unknown[]) => app.db.pool.query(sql, values)

const OPEN = [200, 200, 200]
const GONE = [404, 404, 404]

describe('the next request follows when', () => {
  const rights: [string, () => Promise<unknown>, (() => Promise<unknown>)?][] = [
    [
      'the owner is disabled',
      () =>
        root.client.call(contract.users.update, {
          params: { id: owner.id },
          body: { account: { canUseUi: false } },
        }),
      () =>
        root.client.call(contract.users.update, {
          params: { id: owner.id },
          body: { account: { canUseUi: true } },
        }),
    ],
    [
      'the owner becomes a guest',
      () => root.client.call(contract.users.update, { params: { id: owner.id }, body: { roleId: 6 } }),
      () => root.client.call(contract.users.update, { params: { id: owner.id }, body: { roleId: 4 } }),
    ],
  ]
  test.each(rights)('%s', async (_, change, back) => {
    const { statuses } = await open()
    await change()
    expect(await statuses()).toEqual(GONE)
    expect(await statuses(to.as(other))).toEqual(GONE)
    await back?.()
    expect(await statuses()).toEqual(OPEN)
  })

  test('the owner is deleted, also when the project is handed over', async () => {
    const { statuses, projectId, id } = await open()
    await app.deps.share(
      (await owner.client.call(projects.get, { params: { id: projectId } })).data.project,
      other,
    )
    await root.client.call(contract.users.remove, {
      params: { id: owner.id },
      query: { items: 'handOver', to: other.id },
    })
    expect(await statuses()).toEqual(GONE)
    expect((await set('SELECT FROM projects WHERE id = $1', [projectId])).rows).toHaveLength(1)
    expect((await set('SELECT FROM share_links WHERE id = $1', [id])).rows).toEqual([])
  })

  test('the sharer, who is not the owner of the project, loses admin access', async () => {
    const { project, tabId } = await to.chat({ by: other })
    await app.deps.share(project, owner, { admin: true })
    const { hash } = await to.share({ tabId, audience: 'anybody' })
    expect((await to.bare(hash)).status).toBe(200)
    await set('UPDATE associations SET can_admin = false WHERE context_id = $1', [project.context.id])
    expect((await to.bare(hash)).status).toBe(404)
    const { data } = await owner.client.call(shares.list)
    expect(data.Shares).toMatchObject([{ opens: false, name: 'Collection' }])
    await set('DELETE FROM associations WHERE context_id = $1', [project.context.id])
    expect((await owner.client.call(shares.list)).data.Shares).toMatchObject([{ opens: false, name: '' }])
  })

  test('the chat is in the recycle bin; taking it back says how many links open again', async () => {
    const { project, projectId, tabId, statuses } = await open()
    await to.share({ tabId, expires: new Date(Date.now() + 60_000).toISOString() })
    await set("UPDATE share_links SET expires = now() - interval '1 minute' WHERE expires IS NOT NULL", [])
    await owner.client.call(projects.remove, { params: { id: projectId } })
    expect(await statuses()).toEqual(GONE)
    const listed = async () => (await owner.client.call(shares.list)).data.Shares
    expect(await listed()).toMatchObject([
      { isExpired: true, opens: false, inBin: true, name: 'Collection' },
      { isExpired: false, opens: false, inBin: true, name: 'Collection' },
    ])
    const { data } = await owner.client.call(contract.bin.restore, { params: { id: project.context.id } })
    expect(data.links).toBe(1)
    expect(await statuses()).toEqual(OPEN)
    expect((await listed()).map(({ inBin, opens }) => [inBin, opens])).toEqual([
      [false, false],
      [false, true],
    ])
  })

  test('the link expires, or is ended', async () => {
    const { statuses, id, hash } = await open()
    await set(`UPDATE share_links SET expires = now() - interval '1 second' WHERE id = $1`, [id])
    expect(await statuses()).toEqual(GONE)
    expect((await owner.client.call(shares.list)).data.Shares).toMatchObject([
      { isExpired: true, opens: false },
    ])
    await owner.client.call(shares.update, { params: { id }, body: { expires: null } })
    expect(await statuses()).toEqual(OPEN)
    await owner.client.call(shares.remove, { params: { id } })
    expect(await statuses()).toEqual(GONE)
    expect(told(await to.bare(hash))).toEqual(told(await to.bare(UNKNOWN)))
  })

  test('the address is replaced', async () => {
    const { statuses, id } = await open()
    const { data } = await owner.client.call(shares.update, { params: { id }, body: { newKey: true } })
    expect(await statuses()).toEqual(GONE)
    expect((await to.bare(data.share.hash ?? '')).status).toBe(200)
  })

  test('the audience becomes people', async () => {
    const { statuses, id } = await open()
    await owner.client.call(shares.update, { params: { id }, body: { audience: 'people' } })
    expect(await statuses()).toEqual([401, 401, 401])
    expect(await statuses(to.as(other))).toEqual(OPEN)
  })

  test('the tab is deleted, moved to a project of others, or the project is deleted', async () => {
    const [one, two, three] = [await open(), await open(), await open()]
    await owner.client.call(tabs.remove, { params: { id: one.tabId } })
    expect(await one.statuses()).toEqual(GONE)
    const theirs = await app.deps.project(other, { name: 'Theirs', type: 2 })
    await app.deps.share(theirs, owner, { write: true })
    await owner.client.call(tabs.move, { params: { id: two.tabId }, body: { projectId: theirs.id } })
    expect(await two.statuses()).toEqual(GONE)
    await owner.client.call(projects.remove, { params: { id: three.projectId } })
    expect(await three.statuses()).toEqual(GONE)
  })
})

test('every unknown, wrong, ended and expired link gets the same reply, whoever asks', async () => {
  const { tabId } = await to.chat()
  const { hash, id } = await to.share({ tabId, audience: 'anybody' })
  const { key } = JSON.parse(Buffer.from(hash, 'base64url').toString()) as { key: string }
  const encoded = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const wrong = [
    UNKNOWN,
    encoded({ tabId: tabId + 1, key }),
    encoded({ project: tabId, key }),
    encoded({ tabId, key, project: 1 }),
    encoded({ tabId: String(tabId), key }),
    encoded({ tabId: [tabId], key }),
    encoded({ tabId, key: [key] }),
    encoded({ tabId, key: { toString: 'x' } }),
    encoded({ tabId, key: `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` }),
    encoded({ tabId, key: '' }),
    encoded(`{"__proto__":{"tabId":${tabId},"key":"${key}"}}`),
    encoded(`{"tabId":${tabId},"key":"${key}","__proto__":{}}`),
    encoded(`{ "tabId":${tabId},"key":"${key}"}`),
    encoded({ key, tabId }),
    encoded({ constructor: 1 }),
    ...['null', '[]', '5', '"x"', '', '{', 'true'].map(encoded).filter((text) => text !== ''),
    `${hash}=`,
    `${hash}A`,
    hash.slice(0, -1),
    'x'.repeat(500),
    '%F0%9F%98%80',
    '..%2F..%2Fprojects',
    '!',
  ]
  const refused = told(await to.bare(UNKNOWN))
  expect(refused[0]).toBe(404)
  for (const text of wrong)
    for (const path of ['', '/messages', '/files/0'])
      expect(told(await to.bare(`${text}${path}`, to.as(other)))).toEqual(refused)
  for (const text of wrong) expect(told(await to.bare(text)), text).toEqual(refused)
  for (const text of ['x'.repeat(501), '%E0%A4%A']) expect([400, 404]).toContain((await to.bare(text)).status)
  expect((await to.bare(hash)).status).toBe(200)
  await set(`UPDATE share_links SET expires = now() - interval '1 day' WHERE id = $1`, [id])
  expect(told(await to.bare(hash))).toEqual(refused)
})

// Repeated: it compares times.
test('refusals of unknown, wrong and expired links take about the same time', { retry: 1 }, async () => {
  const { tabId } = await to.chat()
  const { hash, id } = await to.share({ tabId, audience: 'anybody' })
  await set(`UPDATE share_links SET expires = now() - interval '1 day' WHERE id = $1`, [id])
  const times: Record<string, number[]> = { [hash]: [], [UNKNOWN]: [], '!': [] }
  for (let round = 0; round < 60; round++)
    for (const [text, all] of Object.entries(times)) {
      const begin = performance.now()
      await to.bare(text)
      all.push(performance.now() - begin)
    }
  // The quick ones, which no other process held up.
  const quick = Object.values(times).map((all) => all.toSorted((a, b) => a - b)[6] ?? 0)
  expect(Math.max(...quick) / Math.min(...quick)).toBeLessThan(2)
})

test('a link for people opens on its owner’s side of the tenants’ walls, after sign-in', async () => {
  const tenant = await app.deps.group(6, [])
  const beyond = await app.deps.user({ tenantContextId: tenant.contextId })
  const { tabId } = await to.chat()
  const { hash } = await to.share({ tabId })
  const [asked] = told(await to.bare(hash))
  expect(asked).toBe(401)
  expect((await to.bare(hash)).text).toContain('SHARE_NEEDS_SIGN_IN')
  expect((await to.bare(hash, to.as(beyond))).status).toBe(404)
  expect((await to.bare(hash, to.as(other))).status).toBe(200)
  const anybody = await to.share({ tabId, audience: 'anybody' })
  expect((await to.bare(anybody.hash, to.as(beyond))).status).toBe(200)
})

test('while links do not open without a sign-in, nobody can choose it, and those of before ask for one', async () => {
  const closed = await testApp({ file: { httpShareEnabled: false } })
  try {
    const user = await closed.deps.user()
    const there = sharedChats({ app: closed, owner: user, other: user })
    const { tabId } = await there.chat()
    await expect(there.share({ tabId, audience: 'anybody' })).rejects.toMatchObject({
      code: 'HTTP_SHARE_DISABLED',
    })
    const { id, hash } = await there.share({ tabId })
    const body = { audience: 'anybody' } as const
    await expect(user.client.call(shares.update, { params: { id }, body })).rejects.toMatchObject({
      code: 'HTTP_SHARE_DISABLED',
    })
    await closed.db.pool.query(`UPDATE share_links SET audience = 'anybody'`)
    expect(told(await there.bare(hash))).toEqual(told(await there.bare(UNKNOWN)))
    expect((await there.bare(hash)).status).toBe(401)
    expect((await there.bare(hash, there.as(user))).status).toBe(200)
  } finally {
    await closed.close()
  }
})

test('replies are not stored, indexed or led to; other methods and conditions get nothing else', async () => {
  const { hash } = await open()
  for (const path of [hash, `${hash}/messages`, UNKNOWN]) {
    const { headers } = await to.bare(path, { headers: { 'if-none-match': '*', 'if-modified-since': 'x' } })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('etag')).toBeNull()
  }
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    expect((await to.bare(hash, { method })).status).toBe(405)
  expect((await to.bare(`${hash}/copy`, { method: 'POST' })).status).toBe(400)
  const script = { method: 'POST', headers: { 'x-requested-with': 'XMLHttpRequest' } }
  expect((await to.bare(`${hash}/copy`, script)).status).toBe(401)
})

test('the key is in no log, no metric, no list and no audit entry', async () => {
  const { hash, id } = await open()
  const { key } = JSON.parse(Buffer.from(hash, 'base64url').toString()) as { key: string }
  await to.bare(`${hash}/nothing`)
  await to.bare(hash, { method: 'PUT' })
  await to.bare(hash, { headers: { authorization: `Bearer ${hash}` } })
  await owner.client.call(shares.update, { params: { id }, body: { names: true } })
  await owner.client.call(shares.remove, { params: { id } })
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  const { data } = await root.client.call(contract.audit.list, {
    query: { objectType: 'share', objectId: id },
  })
  expect(data.Entries.map(({ action }) => action)).toEqual(['share.ended', 'share.updated', 'share.created'])
  const { rows } = await set(
    `SELECT string_agg(to_jsonb(entry)::text, '') AS text FROM audit_entries entry`,
    [],
  )
  for (const text of [app.logged(), metrics, JSON.stringify(data), JSON.stringify(rows)]) {
    expect(text.length).toBeGreaterThan(100)
    for (const secret of [key, hash, 'Collection'])
      if (secret !== 'Collection' || text !== app.logged()) expect(text).not.toContain(secret)
  }
})

test('opening while a link is ended: after the reply to the end, nothing opens', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, hash } = await open()
    const readers = Array.from({ length: 20 }, () => to.bare(`${hash}/messages`))
    await owner.client.call(shares.remove, { params: { id } })
    const after = await Promise.all(Array.from({ length: 5 }, () => to.bare(`${hash}/messages`)))
    expect(after.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    for (const { status } of await Promise.all(readers)) expect([200, 404]).toContain(status)
  }
})

test('SHARE-15: an expired link stays for 30 days, can be extended until then, and is deleted after', async () => {
  const { id: kept } = await open()
  const ends = Date.now() + 3_600_000
  const { id } = await open({ expires: new Date(ends).toISOString() })
  const ids = async () => (await owner.client.call(shares.list, {})).data.Shares.map((share) => share.id)
  const over = ends + 30 * 86_400_000
  await sweepAt(over - 1_000)
  expect(await ids()).toEqual([id, kept])
  const later = new Date(ends + 5_000).toISOString()
  await owner.client.call(shares.update, { params: { id }, body: { expires: later } })
  await sweepAt(over + 1_000)
  expect(await ids()).toEqual([id, kept])
  await sweepAt(over + 10_000)
  expect(await ids()).toEqual([kept])
})
