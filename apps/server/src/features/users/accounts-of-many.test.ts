import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BULK_USERS, contract } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let statements = 0
let root: TestUser
let other: TestUser
let admin: TestUser
let lead: TestUser
let staff: TestUser
let guest: TestUser
let walled: TestUser

beforeAll(async () => {
  app = await testApp({ onStatement: () => void (statements += 1) })
  root = await app.deps.user({ roleId: 1 })
  other = await app.deps.user({ roleId: 1, firstName: 'Olga' })
  admin = await app.deps.user({ roleId: 3 })
  lead = await app.deps.user({ roleId: 8 })
  staff = await app.deps.user({})
  guest = await app.deps.user({ roleId: 6 })
  walled = await app.deps.user({ tenantContextId: (await app.deps.group(6, [])).contextId })
})
afterAll(() => app.close())
beforeEach(() => app.db.pool.query('UPDATE users SET can_use_ui = true, can_use_api = true'))

const set = async (who: TestUser, people: readonly { id: number }[], enabled: boolean) =>
  (await who.client.call(contract.users.setAccounts, { body: { ids: people.map(({ id }) => id), enabled } }))
    .data
const accountOf = async ({ id }: TestUser) => {
  const { rows } = await app.db.pool.query(
    'SELECT can_use_ui AS ui, can_use_api AS api FROM users WHERE id = $1',
    [id],
  )
  return rows[0] as { ui: boolean; api: boolean }
}
const OFF = { ui: false, api: false }
const ON = { ui: true, api: true }

describe('many accounts at once', () => {
  test('are disabled and enabled, with an entry each in the audit trail', async () => {
    expect(await set(admin, [staff, guest, staff], false)).toEqual({
      changed: [staff.id, guest.id],
      leftOut: [],
    })
    expect([await accountOf(staff), await accountOf(guest)]).toEqual([OFF, OFF])
    // Nothing changes twice.
    expect(await set(admin, [staff, guest], false)).toEqual({ changed: [], leftOut: [] })
    expect((await set(admin, [staff, guest], true)).changed).toEqual([staff.id, guest.id])
    expect([await accountOf(staff), await accountOf(guest)]).toEqual([ON, ON])
    const { data } = await root.client.call(contract.audit.list, {
      query: { action: 'user.account-changed' },
    })
    expect(data.Entries.map(({ objectId }) => objectId)).toEqual([guest.id, staff.id, guest.id, staff.id])
  })

  test('that could use only the page or only the API can use the same when they are enabled again', async () => {
    const [page, api] = [await app.deps.user({}), await app.deps.user({})]
    const change = (who: TestUser, canUseUi: boolean, canUseApi: boolean) =>
      admin.client.call(contract.users.update, {
        params: { id: who.id },
        body: { account: { canUseUi, canUseApi } },
      })
    await change(page, true, false)
    await change(api, false, true)
    await set(admin, [page], false)
    // As the form and an import disable.
    await change(api, false, false)
    expect([await accountOf(page), await accountOf(api)]).toEqual([OFF, OFF])
    expect((await set(admin, [page, api, staff], true)).changed).toEqual([page.id, api.id])
    expect([await accountOf(page), await accountOf(api)]).toEqual([
      { ui: true, api: false },
      { ui: false, api: true },
    ])
  })

  test('need no more statements than two', async () => {
    const people: TestUser[] = []
    for (let n = 0; n < 8; n++) people.push(await app.deps.user({}))
    const needed = async (some: readonly TestUser[], enabled: boolean) => {
      const before = statements
      expect((await set(admin, some, enabled)).changed).toHaveLength(some.length)
      return statements - before
    }
    for (const enabled of [false, true])
      expect(await needed(people.slice(2), enabled)).toBeLessThanOrEqual(
        (await needed(people.slice(0, 2), enabled)) + 2,
      )
  })

  test('that are disabled cannot go on, and their sessions end', async () => {
    const person = await app.deps.user({})
    await set(admin, [person], false)
    const reading = person.client.call(contract.users.get, { params: { id: person.id } })
    await expect(reading).rejects.toMatchObject({ status: 401 })
  })

  test('that can use only the page or the API keep that when others are enabled', async () => {
    await app.db.pool.query('UPDATE users SET can_use_api = false WHERE id = $1', [staff.id])
    expect((await set(admin, [staff], true)).changed).toEqual([])
    expect(await accountOf(staff)).toEqual({ ui: true, api: false })
  })

  test('leave out oneself, higher roles and people who are not seen, by name and reason', async () => {
    const gone = { id: 999_999 }
    const { changed, leftOut } = await set(admin, [admin, other, walled, gone, staff], false)
    expect(changed).toEqual([staff.id])
    expect(leftOut).toEqual([
      { id: admin.id, name: expect.stringContaining('Petra Person'), reason: 'yourself' },
      { id: other.id, name: expect.stringContaining('Olga'), reason: 'above' },
      { id: walled.id, name: '', reason: 'gone' },
      { id: gone.id, name: '', reason: 'gone' },
    ])
    expect([await accountOf(admin), await accountOf(other), await accountOf(walled)]).toEqual([ON, ON, ON])
  })

  test('cannot lock everybody out: a super user keeps their own account, and may disable the others', async () => {
    const { changed, leftOut } = await set(root, [root, other], false)
    expect(changed).toEqual([other.id])
    expect(leftOut.map(({ reason }) => reason)).toEqual(['yourself'])
    expect(await accountOf(root)).toEqual(ON)
  })

  test('two super users cannot disable each other at the same moment', async () => {
    const tried = await Promise.allSettled([set(root, [other], false), set(other, [root], false)])
    expect(tried.map(({ status }) => status)).toContain('fulfilled')
    const left = [await accountOf(root), await accountOf(other)].filter(({ ui }) => ui)
    expect(left).toHaveLength(1)
  })

  test('need the permission, and are at most a hundred', async () => {
    await expect(set(lead, [staff], false)).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
    const many = Array.from({ length: BULK_USERS + 1 }, (_, at) => ({ id: at + 1 }))
    await expect(set(root, many, false)).rejects.toMatchObject({ status: 400 })
    await expect(set(root, [], false)).rejects.toMatchObject({ status: 400 })
  })
})
