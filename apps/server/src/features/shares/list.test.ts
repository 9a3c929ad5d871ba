import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { livePage } from '#test/live-page.ts'
import { sharedChats, type SharedTests } from '#test/shared-chat.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openedLinks } from './test/opened-link.ts'

const { shares } = contract

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

describe('the list', () => {
  test('has one’s own links without their keys, and is told of changes and views', async () => {
    const page = await livePage(app, owner)
    const { hash, id, tabId, projectId } = await open({ goesOn: true })
    const listed = async (query = {}, by = owner) =>
      (await by.client.call(shares.list, { query })).data.Shares
    const [mine] = await listed()
    expect(mine).toMatchObject({ id, tabId, projectId, name: 'Collection', opens: true, goesOn: true })
    expect(mine).not.toHaveProperty('hash')
    expect(mine).not.toHaveProperty('uri')
    expect(await listed({ project: projectId + 1 })).toEqual([])
    expect(await listed({ project: projectId })).toHaveLength(1)
    expect(await listed({}, other)).toEqual([])
    const told = () => page.messages.filter(({ context }) => context === 15).length
    await vi.waitFor(() => expect(told()).toBeGreaterThan(0))
    const before = (await listed())[0]?.views ?? 0
    await vi.waitFor(async () => expect((await listed())[0]?.views).toBe(1), 10_000)
    const heard = told()
    await to.page(hash, owner)
    await to.page(hash, other, { again: true })
    await to.messages(hash)
    await Promise.all([to.page(hash), to.page(hash)])
    await vi.waitFor(async () => expect((await listed())[0]?.views).toBe(3), 10_000)
    expect(before).toBeLessThanOrEqual(1)
    expect((await listed())[0]?.lastOpened).toEqual(expect.any(String))
    await vi.waitFor(() => expect(told()).toBeGreaterThan(heard))
  })

  test('is paged, and can be ended one by one, by project or whole', async () => {
    const [here, there] = [await to.chat(), await to.chat()]
    const made = [
      await to.share({ tabId: here.tabId }),
      await to.share({ project: here.projectId }),
      await to.share({ tabId: there.tabId }),
    ]
    const first = await owner.client.call(shares.list, { query: { limit: 2 } })
    expect(first.data.Shares.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id])
    const rest = await owner.client.call(shares.list, {
      query: { limit: 2, cursor: first.meta.nextCursor ?? '' },
    })
    expect(rest.data.Shares.map(({ id }) => id)).toEqual([made[0]?.id])
    const theirs = await to.chat({ by: other })
    const kept = await to.share({ tabId: theirs.tabId }, other)
    await expect(owner.client.call(shares.remove, { params: { id: kept.id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const ended = await owner.client.call(shares.removeAll, { query: { project: here.projectId } })
    expect(ended.data).toEqual({ ended: 2 })
    expect((await owner.client.call(shares.removeAll)).data).toEqual({ ended: 1 })
    expect((await to.bare(kept.hash, to.as(owner))).status).toBe(200)
  })

  test('of everybody is for administrators, on their side, without what is shown', async () => {
    const tenant = await app.deps.group(6, [])
    const inside = await app.deps.user({ roleId: 3, tenantContextId: tenant.contextId })
    const admin = await app.deps.user({ roleId: 3 })
    const { tabId } = await to.chat({ project: 'Secret plans', tab: 'Dismissals' })
    const { id, hash } = await to.share({ tabId })
    const { data } = await admin.client.call(shares.all)
    const found = data.Shares.find((one) => one.id === id)
    expect(found).toMatchObject({ ownerId: owner.id, isProject: false, goesOn: false, views: 0 })
    expect(JSON.stringify(data)).not.toMatch(/Secret plans|Dismissals|hash|tabId|projectId/)
    expect((await inside.client.call(shares.all)).data.Shares).toEqual([])
    const end = (by: TestUser) => by.client.call(shares.remove, { params: { id } })
    await expect(end(inside)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.client.call(shares.update, { params: { id }, body: {} })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await end(admin)
    expect((await to.bare(hash, to.as(other))).status).toBe(404)
    const trail = await root.client.call(contract.audit.list, {
      query: { action: 'share.ended', objectId: id },
    })
    expect(trail.data.Entries).toMatchObject([{ userId: admin.id, details: { userId: owner.id } }])
  })
})
