// An address that another user signed up with before its owner used single sign-on (decision 19), over HTTP.
import { contract } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, identityProvider, type IdentityProvider } from '#test/identity-provider.ts'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const CALLBACK = 'http://127.0.0.1:5173/sign-in/sso'

let idp: IdentityProvider
let app: TestApp
let root: TestUser
beforeAll(async () => {
  idp = await identityProvider()
  const sso = {
    name: 'The university',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    linkByEmail: true,
  }
  app = await testApp({ file: { allowSignUp: true, sso } })
  root = await app.deps.user({ roleId: 1 })
})
afterAll(async () => {
  await app.close()
  await idp.close()
})

let count = 0
/** A user with an address, signed in at the provider. */
function owner(claims: object = {}): string {
  const sub = `subject-${++count}`
  const email = `owner-${count}@uni.example`
  idp.person = { sub, email, email_verified: true, given_name: 'Ada', family_name: 'Lovelace', ...claims }
  return email
}

// Sign-ups of one address are limited, which is not tested here.
const forgetAttempts = () => app.db.pool.query('DELETE FROM sign_in_failures')

/** Signs up with another user's address. */
async function squat(email: string): Promise<{ id: number; username: string }> {
  await forgetAttempts()
  const body = { firstName: 'M', lastName: 'Allory', email, password: PASSWORD }
  return (await app.nobody.call(contract.auth.register, { body })).data.user
}

const clientOf = (token: string) => createClient({ baseUrl: app.url, token: () => token })

async function withPassword(userName: string) {
  const body = { userName, userPassword: PASSWORD }
  const { data, meta } = await app.nobody.call(contract.auth.authenticate, { body })
  return { id: meta.userId, client: clientOf(data.access_token) }
}

async function begin() {
  const { data } = await app.nobody.call(contract.auth.ssoBegin, { body: { redirectUri: CALLBACK } })
  return { key: data.key, callback: await idp.visit(data.url) }
}
async function finish(body: { key: string; callback: string }) {
  const { data, meta } = await app.nobody.call(contract.auth.ssoFinish, { body })
  return { id: meta.userId, client: clientOf(data.access_token) }
}
const bySso = async () => finish(await begin())

const told = async (id: number) =>
  (await root.client.call(contract.users.get, { params: { id } })).data.user as {
    email: string
    username: string
    roleId: number
  }
const refused = { code: expect.stringMatching(/^SSO_(NO_ACCOUNT|EMAIL_)/), status: 401 }
const wrongPassword = { code: 'SIGN_IN_FAILED', status: 401 }

test('the verified owner gets the address and a new account; the earlier account keeps the rest', async () => {
  const email = owner()
  const squatter = await squat(email)
  const { client } = await withPassword(email)
  await client.call(contract.projects.create, { body: { name: 'Mine' } })
  const found = await bySso()
  expect(found.id).not.toBe(squatter.id)
  expect(await told(found.id)).toMatchObject({ email, roleId: 4 })
  await expect(found.client.call(contract.projects.list, { params: { id: found.id } })).rejects.toMatchObject(
    { code: 'NONE_FOUND' },
  )
  // The squatter keeps session and data; only the address no longer opens the account.
  expect((await client.call(contract.projects.list, { params: { id: squatter.id } })).data).toMatchObject({
    Projects: [{ name: 'Mine' }],
  })
  expect(await told(squatter.id)).toMatchObject({ email: '', username: squatter.username })
  await expect(withPassword(email)).rejects.toMatchObject(wrongPassword)
  expect((await withPassword(squatter.username)).id).toBe(squatter.id)
  await expect(squat(email)).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  expect((await bySso()).id).toBe(found.id)
  const { data } = await root.client.call(contract.audit.list, { query: { action: 'user.account-changed' } })
  expect(data.Entries[0]).toMatchObject({
    objectId: squatter.id,
    userId: found.id,
    details: { method: 'sso', provenBy: idp.issuer, addressNowOf: found.id },
    names: { [`user ${found.id}`]: (await told(found.id)).username },
  })
  expect(JSON.stringify(data.Entries[0]?.details)).not.toContain(email)
})

test('accounts without an address cannot sign in by it; an administrator can give them one', async () => {
  const accounts = []
  for (let i = 0; i < 2; i++) {
    const email = owner()
    accounts.push(await squat(email))
    await bySso()
  }
  const [one, other] = accounts as [{ id: number; username: string }, { id: number; username: string }]
  for (const userName of [' ', '\u3000'])
    await expect(withPassword(userName)).rejects.toMatchObject({
      status: expect.toSatisfy((n) => n === 400 || n === 401),
    })
  const update = (body: object) =>
    root.client.call(contract.users.update, { params: { id: one.id }, body: { firstName: 'Mel', ...body } })
  // Clients send the whole entity back, with its empty address.
  await update({ email: '' })
  expect(await told(one.id)).toMatchObject({ email: '', firstName: 'Mel' })
  await expect(update({ email: 'x' })).rejects.toMatchObject({ status: 400 })
  await update({ email: `given-${one.id}@uni.example` })
  expect((await withPassword(`given-${one.id}@uni.example`)).id).toBe(one.id)
  await root.client.call(contract.users.update, { params: { id: one.id }, body: { email: '' } })
  expect(await told(one.id)).toMatchObject({ email: `given-${one.id}@uni.example` })
  expect(await told(other.id)).toMatchObject({ email: '' })
})

test('a disabled account and the super user keep their address', async () => {
  const closed = await squat(owner())
  await root.client.call(contract.users.update, {
    params: { id: closed.id },
    body: { account: { canUseUi: false } },
  })
  await expect(bySso()).rejects.toMatchObject(refused)
  owner({ email: root.email })
  await expect(bySso()).rejects.toMatchObject(refused)
  expect((await withPassword(root.email)).id).toBe(root.id)
})

test('an unverified claim does not take the address', async () => {
  const email = owner({ email_verified: false })
  const squatter = await squat(email)
  await expect(bySso()).rejects.toMatchObject(refused)
  expect((await withPassword(email)).id).toBe(squatter.id)
})

test('one of two concurrent claims of an address succeeds, and none gets the earlier account', async () => {
  const email = owner()
  const squatter = await squat(email)
  const first = await begin()
  owner({ email })
  const second = await begin()
  const both = await Promise.allSettled([finish(first), finish(second), withPassword(email)])
  const ids = both.slice(0, 2).flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(ids).toHaveLength(1)
  expect(ids).not.toContain(squatter.id)
  expect(await told(ids[0] ?? 0)).toMatchObject({ email })
  expect(await told(squatter.id)).toMatchObject({ email: '' })
})

test('the owner gets the address when another user signs up with it at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const email = owner()
    const begun = await begin()
    await forgetAttempts()
    const body = { firstName: 'M', lastName: 'Allory', email, password: PASSWORD }
    const [found, squatted] = await Promise.allSettled([
      finish(begun),
      app.nobody.call(contract.auth.register, { body }),
    ])
    if (found.status === 'rejected') throw found.reason
    expect(await told(found.value.id)).toMatchObject({ email })
    if (squatted.status === 'fulfilled')
      expect(await told(squatted.value.data.user.id)).toMatchObject({ email: '' })
  }
})
