// Creating, listing, updating and deleting API tokens (TOKEN-1, SECRET-2).
import { createHash } from 'node:crypto'
import { contract, type ApiToken } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { apitokens } = contract
const DAY = 86_400_000

let app: TestApp
let superuser: TestUser
let administrator: TestUser
let person: TestUser
beforeAll(async () => {
  app = await testApp()
  superuser = await app.deps.user({ roleId: 1, firstName: 'Sonja' })
  administrator = await app.deps.user({ roleId: 3 })
  person = await app.deps.user()
})
afterAll(() => app.close())

type Body = Parameters<typeof ofUser>[1]
const ofUser = (user: TestUser, body: { name?: string; [field: string]: unknown }, userId = user.id) =>
  user.client.call(apitokens.saveOfUser, { params: { userId }, body })
const ofCompany = (user: TestUser, body: Body, companyId = 1) =>
  user.client.call(apitokens.saveOfCompany, { params: { companyId }, body })

async function made(user: TestUser, body: Body = { name: 'Nightly' }, save = ofUser) {
  const { data } = await save(user, body)
  return { token: data.ApiToken as ApiToken, value: data.value ?? '' }
}

const own = async (user: TestUser) => (await user.client.call(apitokens.own, {})).data.ApiTokens
const get = (user: TestUser, id: number, userId = user.id) =>
  user.client.call(apitokens.getOfUser, { params: { userId, id } })
const refused = (code: string, status: number) => expect.objectContaining({ code, status })

describe('creating', () => {
  test('generates the value, returns it once, and stores only its hash', async () => {
    const expires = new Date(Date.now() + 30 * DAY).toISOString()
    const body = { name: 'Nightly', description: 'Sums up the day', expires, value: 'plg_mine' }
    const { token, value } = await made(person, body)
    expect(value).toMatch(/^plg_[A-Za-z0-9_-]{43}$/)
    expect(token).toMatchObject({
      name: 'Nightly',
      description: 'Sums up the day',
      scope: 'users',
      ownerId: person.id,
      userId: person.id,
      prefix: value.slice(0, 10),
      lastUsed: null,
      expires,
      expired: false,
    })
    const { data } = await get(person, token.id)
    expect(data.ApiToken).toEqual(token)
    expect((await own(person))[0]).toEqual(token)
    const { rows } = await app.db.pool.query<{ hash: Buffer; row: string }>(
      'SELECT hash, t::text AS row FROM api_tokens t WHERE id = $1',
      [token.id],
    )
    expect(rows[0]?.hash.equals(createHash('sha256').update(value).digest())).toBe(true)
    expect(rows[0]?.row).not.toContain(value)
    expect(JSON.stringify([data, await own(person)])).not.toContain(value)
  })

  test.each([
    ['no name', {}],
    ['an empty name', { name: ' ' }],
    ['an expiry in the past', { name: 'x', expires: new Date(Date.now() - 1_000).toISOString() }],
    ['an invalid expiry', { name: 'x', expires: 'tomorrow' }],
    ['another scope', { name: 'x', scope: 'companies' }],
    ['another owner', { name: 'x', ownerId: 999 }],
  ])('refuses %s', async (_, body) => {
    const before = await own(person)
    await expect(ofUser(person, body)).rejects.toEqual(refused('VALIDATION_FAILED', 400))
    expect(await own(person)).toEqual(before)
  })

  test('accepts the correct scope and owner in the body', async () => {
    const body = { name: 'Whole', scope: 'users', ownerId: person.id } as const
    expect((await made(person, body)).token.name).toBe('Whole')
  })

  test('a hundred tokens created at once do not exceed the limit', async () => {
    const user = await app.deps.user()
    await app.db.pool.query(
      `INSERT INTO api_tokens (uuid, scope, user_id, name, hash, prefix)
       SELECT gen_random_uuid(), 'users', $1, 'Many', decode(md5(i::text), 'hex'), 'plg_' FROM generate_series(1, 98) i`,
      [user.id],
    )
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => made(user)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await own(user)).toHaveLength(100)
    await expect(made(user)).rejects.toEqual(refused('TOO_MANY_TOKENS', 409))
    // The list of the company and those of other users are separate.
    await made(person)
  })

  test('is refused with 403 for users without API access', async () => {
    const user = await app.deps.user()
    await superuser.client.call(contract.users.update, {
      params: { id: user.id },
      body: { account: { canUseApi: false } },
    })
    const error = (await made(user).catch((failure: unknown) => failure)) as Error
    expect(error).toEqual(refused('PERMISSION_DENIED', 403))
    expect(error.message).toBe('Your account may not use the API. Ask an administrator.')
  })
})

describe('changing and deleting', () => {
  test('a known tokenId changes name and expiry, and keeps the value', async () => {
    const { token, value } = await made(person)
    const expires = new Date(Date.now() + DAY).toISOString()
    const { data } = await ofUser(person, { tokenId: token.id, name: 'Weekly', expires, value: 'other' })
    expect(data).toEqual({ ApiToken: { ...token, name: 'Weekly', expires } })
    const client = app.deps.program(value)
    expect((await client.call(contract.users.get, { params: { id: person.id } })).data).toBeDefined()
    const back = await ofUser(person, { tokenId: token.id, expires: null })
    expect(back.data.ApiToken).toMatchObject({ name: 'Weekly', expires: null })
  })

  test('an expired token can be saved with its expiry, but gets no other past expiry', async () => {
    const { token } = await made(person)
    const past = new Date(Date.now() - DAY)
    await app.db.pool.query('UPDATE api_tokens SET expires = $2 WHERE id = $1', [token.id, past])
    const sent = { tokenId: token.id, name: 'Old', expires: past.toISOString() }
    const { data } = await ofUser(person, sent)
    expect(data.ApiToken).toMatchObject({ name: 'Old', expired: true })
    const further = { tokenId: token.id, expires: new Date(Date.now() - 1_000).toISOString() }
    await expect(ofUser(person, further)).rejects.toEqual(refused('VALIDATION_FAILED', 400))
  })

  test('a known tokenId with an empty value deletes only that token', async () => {
    const [one, other] = [await made(person), await made(person)]
    const { data } = await ofUser(person, { tokenId: one.token.id, value: '' })
    expect(data).toEqual({ ApiToken: null })
    const ids = (await own(person)).map(({ id }) => id)
    expect(ids).not.toContain(one.token.id)
    expect(ids).toContain(other.token.id)
  })

  test('deleting succeeds once, even with five concurrent requests', async () => {
    const { token } = await made(person)
    const remove = () =>
      person.client.call(apitokens.removeOfUser, { params: { userId: person.id, id: token.id } })
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(remove))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(remove()).rejects.toEqual(refused('NOT_FOUND', 404))
  })
})

describe('tokens of other users', () => {
  test('return 404 for everyone, including the super user', async () => {
    const { token } = await made(person)
    const missing = refused('NOT_FOUND', 404)
    for (const user of [superuser, await app.deps.user()]) {
      await expect(user.client.call(apitokens.listOfUser, { params: { userId: person.id } })).rejects.toEqual(
        missing,
      )
      await expect(get(user, token.id, person.id)).rejects.toEqual(missing)
      await expect(get(user, token.id)).rejects.toEqual(missing)
      await expect(ofUser(user, { tokenId: token.id, name: 'Mine' })).rejects.toEqual(missing)
      await expect(ofUser(user, { tokenId: token.id, value: '' })).rejects.toEqual(missing)
      await expect(ofUser(user, { name: 'For you' }, person.id)).rejects.toEqual(missing)
    }
    await expect(
      superuser.client.call(apitokens.removeOfCompany, { params: { companyId: 1, id: token.id } }),
    ).rejects.toEqual(missing)
    expect((await get(person, token.id)).data.ApiToken).toEqual(token)
  })
})

describe('tokens of the company', () => {
  const list = async (user: TestUser) =>
    (await user.client.call(apitokens.ofTheCompany, {})).data.ApiTokens.map(({ id }) => id)

  test('token managers list and delete them, only their creator changes them', async () => {
    const { token } = await made(superuser, { name: 'Gateway' }, ofCompany)
    expect(token).toMatchObject({ scope: 'companies', ownerId: 1, userId: superuser.id })
    expect(token.userName).toMatch(/^Sonja Person/)
    expect(await list(administrator)).toContain(token.id)
    const longer = { tokenId: token.id, expires: new Date(Date.now() + DAY).toISOString() }
    await expect(ofCompany(administrator, longer)).rejects.toEqual(refused('PERMISSION_DENIED', 403))
    await ofCompany(superuser, longer)
    // A user's own list is separate.
    expect((await own(superuser)).map(({ id }) => id)).not.toContain(token.id)
    await administrator.client.call(apitokens.removeOfCompany, { params: { companyId: 1, id: token.id } })
    expect(await list(superuser)).not.toContain(token.id)
  })

  test('are refused with 403 for other users; an unknown company returns 404', async () => {
    await expect(made(person, { name: 'x' }, ofCompany)).rejects.toEqual(refused('PERMISSION_DENIED', 403))
    await expect(person.client.call(apitokens.ofTheCompany, {})).rejects.toEqual(
      refused('PERMISSION_DENIED', 403),
    )
    await expect(ofCompany(superuser, { name: 'x' }, 2)).rejects.toEqual(refused('NOT_FOUND', 404))
  })

  test('of users of another tenant are visible only to the super user', async () => {
    const { contextId } = await app.deps.group(6, [])
    const beyond = await app.deps.user({ roleId: 3, tenantContextId: contextId })
    const { token } = await made(beyond, { name: 'Beyond' }, ofCompany)
    const params = { companyId: 1, id: token.id }
    expect(await list(administrator)).not.toContain(token.id)
    await expect(administrator.client.call(apitokens.getOfCompany, { params })).rejects.toEqual(
      refused('NOT_FOUND', 404),
    )
    expect(await list(beyond)).toEqual([token.id])
    expect(await list(superuser)).toContain(token.id)
  })
})

test('each change of a token is audited once, and its value is never logged', async () => {
  const user = await app.deps.user()
  const { token, value } = await made(user)
  const client = app.deps.program(value)
  await ofUser(user, { tokenId: token.id, name: 'Renamed' })
  await client.call(contract.projects.create, { body: { name: 'By a program' } })
  await expect(client.call(contract.users.list, {})).rejects.toEqual(refused('PERMISSION_DENIED', 403))
  await user.client.call(apitokens.removeOfUser, { params: { userId: user.id, id: token.id } })
  const { data } = await superuser.client.call(contract.audit.list, {
    query: { objectType: 'token', userId: user.id },
  })
  const kept = data.Entries.filter(({ objectId }) => objectId === token.id)
  expect(kept.map(({ action, objectName }) => [action, objectName])).toEqual([
    ['token.deleted', 'Renamed'],
    ['token.updated', 'Renamed'],
    ['token.created', 'Nightly'],
  ])
  const { usedAs } = kept[0]?.details ?? {}
  // The audit entry of a refusal is written shortly after the response.
  const denied = async () => {
    const query = { action: 'access.denied' as const, userId: user.id }
    return (await superuser.client.call(contract.audit.list, { query })).data.Entries
  }
  await expect.poll(denied).toMatchObject([{ sessionId: usedAs }])
  expect(JSON.stringify([data, await denied()])).not.toContain(value)
  expect(app.logged()).not.toContain(value)
  expect(app.logged()).not.toContain(value.slice(10))
})
