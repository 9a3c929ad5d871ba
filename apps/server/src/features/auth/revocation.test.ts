// One script for every kind of access that must end with the account (SIGNIN-6, SIGNIN-12).
import { setImmediate as nextTurn } from 'node:timers/promises'
import { API_ROOT, contract } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream, openTalk, readStream, scripted, type Talk } from '#test/talk.ts'
import { PASSWORD, type TestUser } from '#test/test-app.ts'

const endless = scripted({ endless: 1, rate: 50 })

let talk: Talk
let superuser: TestUser
beforeAll(async () => {
  talk = await openTalk([endless])
  superuser = await talk.app.deps.user({ roleId: 1 })
})
afterAll(() => talk[Symbol.asyncDispose]())

const signIn = (user: TestUser) =>
  talk.app.nobody.call(contract.auth.authenticate, {
    body: { userName: user.email, userPassword: PASSWORD },
  })

async function subscribed(user: TestUser): Promise<{ ended: Promise<unknown> }> {
  const response = await fetch(`${talk.app.url}${API_ROOT}/notifications/${user.id}/subscribe`, {
    headers: { authorization: `Bearer ${user.token}`, 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(response.status).toBe(200)
  return { ended: readStream(response).catch(() => []) }
}

/** Creates a user with both tokens, an open answer stream and an open page. */
async function holder() {
  const person = await talk.app.deps.user()
  const { data } = await signIn(person)
  const token = data.access_token
  const client = createClient({ baseUrl: talk.app.url, token: () => token })
  const user = { ...person, token, client }
  const project = await talk.app.deps.project(user)
  const tab = await talk.app.deps.tab(user, project)
  const payload = { projectTabId: tab.id, prompt: 'Count.' }
  const answer = readStream(await openStream(talk, user, { tagId: talk.tag(endless).id, payload })).catch(
    () => [],
  )
  return {
    user,
    refreshToken: data.refresh_token,
    open: [{ ended: answer }, await subscribed(user)],
  }
}

const refused = { status: expect.toSatisfy((status: number) => status === 401 || status === 403) }

describe('within five seconds every credential is refused and every stream is closed', () => {
  test.each([
    [
      'the account may no longer use the web app',
      (user: TestUser) =>
        superuser.client.call(contract.users.update, {
          params: { id: user.id },
          body: { account: { canUseUi: false } },
        }),
    ],
    [
      'the user is deleted',
      (user: TestUser) =>
        superuser.client.call(contract.users.remove, { params: { id: user.id }, query: { items: 'delete' } }),
    ],
    [
      'an administrator sets another password',
      (user: TestUser) =>
        superuser.client.call(contract.users.update, {
          params: { id: user.id },
          body: { password: 'Ein-anderer-Satz-43' },
        }),
    ],
    [
      'an administrator ends all their sessions',
      (user: TestUser) => superuser.client.call(contract.auth.endSessions, { params: { id: user.id } }),
    ],
  ])('when %s', async (_, change) => {
    const { user, refreshToken, open } = await holder()
    const began = performance.now()
    await change(user)
    await Promise.all(open.map(({ ended }) => ended))
    expect(performance.now() - began).toBeLessThan(5_000)
    await expect(user.client.call(contract.users.get, { params: { id: user.id } })).rejects.toMatchObject(
      refused,
    )
    const refreshing = createClient({ baseUrl: talk.app.url, token: () => refreshToken })
    await expect(refreshing.call(contract.auth.refresh, {})).rejects.toMatchObject({ status: 401 })
  })

  test('signing out closes streams of this session only, within 1.5 seconds', async () => {
    const { user, open } = await holder()
    const elsewhere = await talk.app.deps.again(user)
    const stays = await subscribed(elsewhere)
    const began = performance.now()
    await user.client.call(contract.auth.logout, {})
    await Promise.all(open.map(({ ended }) => ended))
    expect(performance.now() - began).toBeLessThan(1_500)
    expect(await Promise.race([stays.ended.then(() => 'cut'), nextTurn('open')])).toBe('open')
    await elsewhere.client.call(contract.auth.logout, {})
    await stays.ended
  })

  test('changing the own password closes other sessions’ streams within one second, own ones within five', async () => {
    const { user, open } = await holder()
    const elsewhere = await subscribed(await talk.app.deps.again(user))
    await user.client.call(contract.auth.changePassword, {
      params: { id: user.id },
      body: { oldPassword: PASSWORD, newPassword: 'Ein-anderer-Satz-43' },
    })
    const changed = performance.now()
    await elsewhere.ended
    expect(performance.now() - changed).toBeLessThan(1_000)
    await Promise.all(open.map(({ ended }) => ended))
    // Measured from the response at the latest: hashing a password takes time before anything is stored.
    expect(performance.now() - changed).toBeLessThan(5_000)
    await expect(user.client.call(contract.users.list, {})).rejects.toMatchObject({ status: 401 })
  })
})

test('a disabled account is refused like a wrong password, and can sign in again once it is enabled', async () => {
  const user = await talk.app.deps.user()
  const set = (canUseUi: boolean) =>
    superuser.client.call(contract.users.update, { params: { id: user.id }, body: { account: { canUseUi } } })
  await set(false)
  const closed = await signIn(user).catch((error: unknown) => error)
  const wrong = await talk.app.nobody
    .call(contract.auth.authenticate, { body: { userName: user.email, userPassword: 'wrong' } })
    .catch((error: unknown) => error)
  const shown = (error: unknown) => {
    const { status, code, message } = error as { status: number; code: string; message: string }
    return { status, code, message }
  }
  expect(shown(closed)).toEqual(shown(wrong))
  await set(true)
  await signIn(user)
})

test('a change of role applies at the next request (SIGNIN-12)', async () => {
  const user = await talk.app.deps.user()
  const list = () => user.client.call(contract.users.list, {})
  const become = (roleId: number) =>
    superuser.client.call(contract.users.update, { params: { id: user.id }, body: { roleId } })
  await expect(list()).rejects.toMatchObject({ status: 403 })
  await become(8)
  await list()
  await become(4)
  await expect(list()).rejects.toMatchObject({ status: 403 })
})
