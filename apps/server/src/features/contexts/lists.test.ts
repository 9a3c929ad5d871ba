import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Context, type ContextList } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { entry, group, groupsIn, listed, ORG_UNIT, search } from './test/groups.ts'

const { contexts } = contract

let app: TestApp
let lead: TestUser
let anna: TestUser
beforeAll(async () => {
  app = await testApp({ file: { tenants: ['North', 'South'] } })
  lead = await app.deps.user({ roleId: 8, firstName: 'Lea' })
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(() => app.close())

const { tenantNamed } = groupsIn(() => app)

describe('lists of contexts', () => {
  test('return all context types, and each list also when it is empty', async () => {
    const { data } = await anna.client.call(contexts.types)
    expect(data.AllContextTypes.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const fields = async (id: ContextList) =>
      Object.keys((await anna.client.call(contexts.list, { params: { id } })).data)
    expect(await fields('prompts')).toEqual(['PromptContexts'])
    expect(await fields('datasources')).toEqual(['DatasourceContexts'])
    expect(await fields('media')).toEqual(['MediaContexts'])
    expect(await fields('custinsts')).toEqual(['CustInst'])
    expect(await listed(anna, 'prompts')).toEqual([])
    expect((await listed(anna, 'company')).map(({ id }) => id)).toEqual([1])
  })

  test('return tenants under both spellings, all to administrators and their own to members', async () => {
    const administrator = await app.deps.user({ roleId: 3 })
    const names = async (who: TestUser, list: ContextList) =>
      (await listed(who, list)).map(({ name }) => name).sort()
    expect(await names(administrator, 'tenants')).toEqual(['North', 'South'])
    expect(await names(administrator, 'tennants')).toEqual(['North', 'South'])
    expect(await names(lead, 'tenants')).toEqual([])
    const behind = await app.deps.user({ tenantContextId: await tenantNamed('North') })
    expect(await names(behind, 'tenants')).toEqual(['North'])
  })

  test('are paged, newest first', async () => {
    const owner = await app.deps.user({ roleId: 8 })
    const made = []
    for (let number = 0; number < 5; number++)
      made.push((await group(owner, { name: `Paged ${number}`, contextTypeId: ORG_UNIT })).id)
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const query: object = { q: 'paged', limit: 2, ...(cursor ? { cursor } : {}) }
      const page: { data: { OrgUnitContexts?: Context[] | undefined }; meta: { nextCursor: string | null } } =
        await owner.client.call(contexts.list, { params: { id: 'orgunits' }, query })
      const { data, meta } = page
      seen.push(...(data.OrgUnitContexts ?? []).map(({ id }) => id))
      cursor = meta.nextCursor
    } while (cursor)
    expect(seen).toEqual(made.toReversed())
  })

  test('can be searched by name, prefix matches first, and by e-mail address only with permission', async () => {
    const zita = await app.deps.user({ firstName: 'Zita' })
    await group(lead, { name: 'The Zita fans', assocContexts: [entry(anna.contextId)] })
    await group(lead, { name: 'Zitas', assocContexts: [entry(anna.contextId)] })
    const names = async (by: TestUser, query: object) =>
      (await search(by, query)).map(({ displayName }) => displayName)
    expect(await names(anna, { q: 'ZITA' })).toEqual([
      expect.stringMatching(/^Zita Person/),
      'Zitas',
      'The Zita fans',
    ])
    expect(await names(anna, { q: 'zita', types: '3', limit: 1 })).toEqual(['Zitas'])
    expect(await names(anna, { q: '%' })).toEqual([])
    expect(await names(anna, { q: '_ita' })).toEqual([])
    expect(await search(anna, { q: zita.email })).toEqual([])
    expect((await search(lead, { q: zita.email })).map(({ id }) => id)).toEqual([zita.contextId])
    const one = await anna.client.call(contexts.search, { query: { q: 'zita', limit: 2 } })
    const two = await anna.client.call(contexts.search, {
      query: { q: 'zita', limit: 2, cursor: one.meta.nextCursor ?? '' },
    })
    expect(two.data.Contexts.map(({ name }) => name)).toEqual(['The Zita fans'])
    expect(two.meta.nextCursor).toBeNull()
  })

  test('refuse an invalid cursor', async () => {
    for (const cursor of ['x', 'MC4x', '-1'])
      await expect(search(anna, { cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
