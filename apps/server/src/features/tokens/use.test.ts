// Using API tokens: the user they act as, and what ends them (TOKEN-2, TOKEN-3, SIGNIN-15; decision 22).
import { setImmediate as nextTurn } from 'node:timers/promises'
import { API_ROOT, contract } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readStream } from '#test/talk.ts'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { type Holder, holdersIn, refused, remove, seen } from './test/holders.ts'

const { apitokens, users } = contract
const MINUTE = 60_000

let app: TestApp
let superuser: TestUser
let now = Date.now()
beforeAll(async () => {
  app = await testApp({ clock: { now: () => new Date(now) }, file: { session: { accessMinutes: 1_440 } } })
  superuser = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

const { holder } = holdersIn(() => app)
const update = (user: TestUser, body: object) =>
  superuser.client.call(users.update, { params: { id: user.id }, body })

test('a token has the rights of its owner and needs no X-Requested-With header', async () => {
  const one = await holder()
  const authorization = `Bearer ${one.value}`
  const reply = await fetch(`${app.url}${API_ROOT}/projects`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'By a program' }),
  })
  expect(reply.status).toBe(201)
  const { data } = await one.user.client.call(contract.projects.list, { params: { id: one.user.id } })
  expect(data.Projects.map(({ name }) => name)).toContain('By a program')
  await expect(one.program.call(users.list, {})).rejects.toEqual(refused('PERMISSION_DENIED', 403))
  expect((await one.program.call(apitokens.own, {})).data.ApiTokens).toMatchObject([{ id: one.id }])
  // Requests with a session still need the header, and so do public endpoints.
  const plain = (path: string, bearer?: string) =>
    fetch(`${app.url}${API_ROOT}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: '{}',
    })
  expect((await plain('projects', one.user.token)).status).toBe(400)
  expect((await plain('auth/authenticate', one.value)).status).toBe(400)
})

test('a program shares the items of its user and ends their shares, but changes no group (decision 125)', async () => {
  const one = await holder({ roleId: 3 })
  const ben = await app.deps.user()
  const { data } = await one.program.call(contract.projects.create, { body: { name: 'For Ben' } })
  const params = { id: data.project.id }
  const share = (assocContexts: { contextId: number }[]) =>
    one.program.call(contract.projects.update, { params, body: { assocContexts } })
  await share([{ contextId: ben.contextId }])
  expect((await ben.client.call(contract.projects.get, { params })).data.project.name).toBe('For Ben')
  const { rows } = await app.db.pool.query(
    "SELECT user_id AS id FROM audit_entries WHERE action = 'project.shared' AND object_id = $1",
    [params.id],
  )
  expect(rows).toEqual([{ id: one.user.id }])
  await share([])
  await expect(ben.client.call(contract.projects.get, { params })).rejects.toEqual(refused('NOT_FOUND', 404))
  const team = { contextTypeId: 3, name: 'A team' } as const
  await expect(one.program.call(contract.contexts.create, { body: team })).rejects.toEqual(
    refused('PERMISSION_DENIED', 403),
  )
})

test.each([
  ['in the query', (value: string) => [`?access_token=${value}&token=${value}`, {}] as const],
  ['in another header', (value: string) => ['', { 'x-api-key': value }] as const],
  ['in a cookie', (value: string) => ['', { cookie: `token=${value}` }] as const],
  ['with another scheme', (value: string) => ['', { authorization: `Basic ${btoa(`x:${value}`)}` }] as const],
])('%s a token is refused with 401', async (_, sent) => {
  const { value } = await holder()
  const [query, headers] = sent(value)
  const reply = await fetch(`${app.url}${API_ROOT}/apitokens/users${query}`, { headers: { ...headers } })
  expect(reply.status).toBe(401)
})

describe('a token is refused from the next request when', () => {
  test('it never existed', async () => {
    const { value } = await holder()
    for (const wrong of [`plg_${'a'.repeat(43)}`, 'plg_', `${value}a`, value.slice(0, -1), 'plg_%27--'])
      await expect(app.deps.program(wrong).call(apitokens.own, {})).rejects.toEqual(
        refused('TOKEN_INVALID', 401),
      )
  })

  test('it is deleted', async () => {
    const one = await holder()
    await seen(one)
    await remove(one)
    await expect(seen(one)).rejects.toEqual(refused('TOKEN_INVALID', 401))
  })

  test('it has expired', async () => {
    const one = await holder({ expires: new Date(now + MINUTE).toISOString() })
    now += MINUTE - 1
    await seen(one)
    now += 1
    await expect(seen(one)).rejects.toEqual(refused('TOKEN_EXPIRED', 401))
    const { data } = await one.user.client.call(apitokens.own, {})
    expect(data.ApiTokens).toMatchObject([{ id: one.id, expired: true }])
  })

  test('its account loses API access, until access is restored', async () => {
    const one = await holder()
    await update(one.user, { account: { canUseApi: false } })
    await expect(seen(one)).rejects.toEqual(refused('ACCOUNT_DISABLED', 403))
    await update(one.user, { account: { canUseApi: true } })
    await seen(one)
  })

  test('an administrator sets another password', async () => {
    const one = await holder()
    await update(one.user, { password: 'Ein-anderer-Satz-43' })
    await expect(seen(one)).rejects.toEqual(refused('PASSWORD_CHANGE_REQUIRED', 403))
    await expect(
      one.program.call(contract.auth.changePassword, {
        params: { id: one.user.id },
        body: { oldPassword: 'Ein-anderer-Satz-43', newPassword: 'Ein-dritter-Satz-44' },
      }),
    ).rejects.toEqual(refused('PASSWORD_CHANGE_REQUIRED', 403))
  })

  test('a token of the company is suspended with its creator’s account and password, and works again after both', async () => {
    const one = await holder({ roleId: 3, company: true })
    await update(one.user, { account: { canUseApi: false, canUseUi: false } })
    await expect(seen(one)).rejects.toEqual(refused('ACCOUNT_DISABLED', 403))
    await update(one.user, { account: { canUseApi: true, canUseUi: true }, password: 'Ein-anderer-Satz-43' })
    await expect(seen(one)).rejects.toEqual(refused('PASSWORD_CHANGE_REQUIRED', 403))
    const signedIn = await app.nobody.call(contract.auth.authenticate, {
      body: { userName: one.user.email, userPassword: 'Ein-anderer-Satz-43' },
    })
    const client = createClient({ baseUrl: app.url, token: () => signedIn.data.access_token })
    await client.call(contract.auth.changePassword, {
      params: { id: one.user.id },
      body: { oldPassword: 'Ein-anderer-Satz-43', newPassword: 'Ein-dritter-Satz-44' },
    })
    await seen(one)
  })

  test('its user changes the password with endApiTokens, which also ends its streams', async () => {
    const one = await holder({ roleId: 3 })
    const { data } = await one.user.client.call(apitokens.saveOfCompany, {
      params: { companyId: 1 },
      body: { name: 'Of the company' },
    })
    const company = app.deps.program(data.value ?? '')
    const change = (oldPassword: string, newPassword: string, wished?: boolean) =>
      one.user.client.call(contract.auth.changePassword, {
        params: { id: one.user.id },
        body: { oldPassword, newPassword, ...(wished === undefined ? {} : { endApiTokens: wished }) },
      })
    // Tokens stay valid without the option, and with a wrong password.
    await change(PASSWORD, 'Ein-anderer-Satz-43')
    await expect(change(PASSWORD, 'Ein-dritter-Satz-44', true)).rejects.toEqual(
      refused('WRONG_PASSWORD', 403),
    )
    await seen(one)
    const { ended } = await subscribed(one)
    await change('Ein-anderer-Satz-43', 'Ein-dritter-Satz-44', true)
    await expect(seen(one)).rejects.toEqual(refused('TOKEN_INVALID', 401))
    await ended
    await company.call(users.get, { params: { id: one.user.id } })
    const { rows } = await app.db.pool.query(
      `SELECT object_id AS id FROM audit_entries WHERE action = 'token.deleted' AND user_id = $1`,
      [one.user.id],
    )
    expect(rows).toEqual([{ id: one.id }])
  })

  test('its user is deleted, also a token of the company', async () => {
    const all = [await holder({ roleId: 3 }), await holder({ roleId: 3, company: true })]
    for (const one of all) {
      await superuser.client.call(users.remove, { params: { id: one.user.id }, query: { items: 'delete' } })
      await expect(seen(one)).rejects.toEqual(refused('TOKEN_INVALID', 401))
    }
    const { rows } = await app.db.pool.query('SELECT id FROM api_tokens WHERE id = ANY ($1)', [
      all.map(({ id }) => id),
    ])
    expect(rows).toEqual([])
  })
})

test('a token follows the current role of its user, also a token of the company', async () => {
  for (const company of [false, true]) {
    const one = await holder({ roleId: 3, company })
    await one.program.call(users.list, {})
    await update(one.user, { roleId: 4 })
    await expect(one.program.call(users.list, {})).rejects.toEqual(refused('PERMISSION_DENIED', 403))
    await seen(one)
    // Users who may no longer create tokens of the company cannot list them either; another user deletes it.
    if (company)
      await superuser.client.call(apitokens.removeOfCompany, { params: { companyId: 1, id: one.id } })
  }
})

test('a user without access to the web app can use the API', async () => {
  const one = await holder()
  await update(one.user, { account: { canUseUi: false } })
  await seen(one)
})

describe('streams of a token end within five seconds when', () => {
  test.each<[string, (one: Holder) => unknown]>([
    ['it is deleted', remove],
    [
      'it expires',
      ({ id }) =>
        void app.db.pool.query('UPDATE api_tokens SET expires = $2 WHERE id = $1', [id, new Date(now)]),
    ],
    [
      'the account may not use the API any more',
      ({ user }) => update(user, { account: { canUseApi: false } }),
    ],
    [
      'an administrator sets another password',
      ({ user }) => update(user, { password: 'Ein-anderer-Satz-43' }),
    ],
    ['its user gets another role', ({ user }) => update(user, { roleId: 8 })],
    [
      'its user is deleted',
      ({ user }) =>
        superuser.client.call(users.remove, { params: { id: user.id }, query: { items: 'delete' } }),
    ],
  ])('%s', async (_, change) => {
    const one = await holder()
    const other = await holder()
    const [ending, staying] = [await subscribed(one), await subscribed(other)]
    const began = performance.now()
    await change(one)
    await ending.ended
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await Promise.race([staying.ended.then(() => 'cut'), nextTurn('open')])).toBe('open')
    staying.cut()
  })
})

async function subscribed({ user, value }: Holder) {
  const cut = new AbortController()
  const response = await fetch(`${app.url}${API_ROOT}/notifications/${user.id}/subscribe`, {
    headers: { authorization: `Bearer ${value}` },
    signal: cut.signal,
  })
  expect(response.status).toBe(200)
  return { ended: readStream(response).catch(() => []), cut: () => cut.abort() }
}

test('the last use of a token is stored a moment later, at most once a minute', async () => {
  const one = await holder()
  const row = async () => {
    const { rows } = await app.db.pool.query<{ used: Date | null; version: string }>(
      'SELECT last_used AS used, xmin::text AS version FROM api_tokens WHERE id = $1',
      [one.id],
    )
    return rows[0]
  }
  const before = await row()
  expect(before?.used).toBeNull()
  await Promise.all([seen(one), seen(one), seen(one)])
  await vi.waitFor(async () => expect((await row())?.used?.getTime()).toBe(now), 10_000)
  const first = await row()
  now += MINUTE - 1
  await seen(one)
  now += 1
  const other = await holder()
  await seen(other)
  // Uses are written in one batch: once the other token's is stored, this one's would be, too.
  await vi.waitFor(async () => {
    const { data } = await other.user.client.call(apitokens.own, {})
    expect(data.ApiTokens[0]?.lastUsed).toBe(new Date(now).toISOString())
  }, 10_000)
  expect(await row()).toEqual(first)
  await seen(one)
  await vi.waitFor(async () => expect((await row())?.used?.getTime()).toBe(now), 10_000)
})

test('calls with a token count towards the rate limit of its user', async () => {
  const clock = { now: () => new Date(now) }
  await using small = await testApp({ clock, file: { limits: { requestsPerMinute: 60 } } })
  const user = await small.deps.user()
  const { data } = await user.client.call(apitokens.saveOfUser, {
    params: { userId: user.id },
    body: { name: 'A program' },
  })
  const program = small.deps.program(data.value ?? '')
  const calls = Array.from({ length: 68 }, (_, index) =>
    (index % 2 ? program : user.client).call(apitokens.own, {}),
  )
  const results = await Promise.allSettled(calls)
  const limited = results.filter(({ status }) => status === 'rejected')
  expect(limited).toHaveLength(9)
  expect(limited[0]).toMatchObject({ reason: refused('TOO_MANY_ATTEMPTS', 429) })
})
