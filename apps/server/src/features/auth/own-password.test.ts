// Changing one's own password (SIGNIN-7, SIGNIN-8, SIGNIN-9).
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '#access/index.ts'
import type { Account } from '#features/users/index.ts'
import { FACTS, HOME, knock, openInstallation, PASSWORD, type Installation } from './test/installation.ts'

let on: Installation
beforeAll(async () => void (on = await openInstallation()))
afterAll(() => on[Symbol.asyncDispose]())

const NEW = 'Ein-anderer-Satz-43'
let sources = 0
const source = () => ({ address: `198.51.100.${++sources}`, agent: 'a script' })

const signIn = (person: Account, password = PASSWORD, origin: typeof HOME = HOME) =>
  on.auth.service.signIn({ userName: person.email, userPassword: password }, origin)
const viewerOf = (token: string, auth = on.auth) => auth.sessions.viewerOf(token, FACTS)
const change = (viewer: Person, oldPassword: string, newPassword = NEW, id = viewer.userId) =>
  knock(on.auth, 'changePassword', { viewer, params: { id }, body: { oldPassword, newPassword } })
const invalid = { code: 'TOKEN_INVALID' }
const expired = { code: 'TOKEN_EXPIRED' }
const actions = async (userId: number) => {
  const { rows } = await on.db.pool.query<{ told: string }>(
    `SELECT action || ' ' || outcome AS told FROM audit_entries
      WHERE object_id = $1 AND action = 'user.password-changed' ORDER BY id`,
    [userId],
  )
  return rows.map(({ told }) => told)
}

describe('changing the own password', () => {
  test('ends all other sessions at once and the current one within five seconds, in every process', async () => {
    const person = await on.person()
    const [mine, other] = [await signIn(person), await signIn(person)]
    const [viewer, elsewhere] = [
      await viewerOf(mine.pair.access_token),
      await viewerOf(other.pair.access_token),
    ]
    const cut = vi.fn()
    on.auth.sessions.whenEnded(elsewhere, cut)
    const changed: number[] = []
    const leave = on.bus.on('user.changed', ({ userId }) => changed.push(userId))
    await change(viewer, PASSWORD)
    await expect(viewerOf(other.pair.access_token)).rejects.toMatchObject(invalid)
    await expect(on.auth.service.refresh(other.pair.refresh_token)).rejects.toMatchObject(invalid)
    await viewerOf(mine.pair.access_token)
    on.clock.advance(4_499)
    await viewerOf(mine.pair.access_token)
    on.clock.advance(1)
    // As seen by another process.
    for (const auth of [on.auth, on.another()]) {
      await expect(viewerOf(mine.pair.access_token, auth)).rejects.toMatchObject(expired)
      await expect(auth.service.refresh(mine.pair.refresh_token)).rejects.toMatchObject(expired)
    }
    await vi.waitFor(() => expect(cut).toHaveBeenCalledOnce(), 10_000)
    expect(changed).toEqual([person.id])
    leave()
    await expect(signIn(person)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    await signIn(person, NEW)
    expect(await actions(person.id)).toEqual(['user.password-changed ok'])
  })

  test('is not circumvented by a refresh within the five seconds', async () => {
    const person = await on.person()
    const { pair } = await signIn(person)
    await change(await viewerOf(pair.access_token), PASSWORD)
    const next = await on.auth.service.refresh(pair.refresh_token)
    expect(next.pair.expires_in).toBe(4)
    on.clock.advance(5_000)
    await expect(viewerOf(next.pair.access_token)).rejects.toMatchObject(expired)
    await expect(on.auth.service.refresh(next.pair.refresh_token)).rejects.toMatchObject(expired)
  })

  test('closes a stream of the current session after five seconds', async () => {
    const person = await on.person()
    const viewer = await viewerOf((await signIn(person)).pair.access_token)
    const cut = vi.fn()
    on.auth.sessions.whenEnded(viewer, cut)
    await change(viewer, PASSWORD)
    expect(cut).not.toHaveBeenCalled()
    on.clock.advance(5_000)
    await vi.waitFor(() => expect(cut).toHaveBeenCalledOnce(), { timeout: 3_000 })
  })

  test('clears the requirement to change it (SIGNIN-8)', async () => {
    const person = await on.person()
    await on.db.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [person.id])
    const first = await signIn(person)
    expect(first.mustChangePassword).toBe(true)
    expect((await on.auth.service.refresh(first.pair.refresh_token)).mustChangePassword).toBe(true)
    const again = await signIn(person)
    const viewer = await viewerOf(again.pair.access_token)
    expect(viewer.mustChangePassword).toBe(true)
    await change(viewer, PASSWORD)
    const next = await signIn(person, NEW)
    expect(next.mustChangePassword).toBe(false)
    expect((await viewerOf(next.pair.access_token)).mustChangePassword).toBeUndefined()
  })
})

describe('a refused password change', () => {
  test('a wrong old password counts as a failed sign-in towards the limit', async () => {
    const person = await on.person()
    const viewer = await viewerOf((await signIn(person)).pair.access_token)
    for (let i = 0; i < 6; i++)
      await expect(change(viewer, 'wrong')).rejects.toMatchObject({ code: 'WRONG_PASSWORD', status: 403 })
    const away = source()
    for (let i = 0; i < 4; i++)
      await expect(signIn(person, 'wrong')).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    await expect(change(viewer, PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    await expect(signIn(person, PASSWORD, away)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    await viewerOf(
      (await on.auth.service.refresh((await signInLater(person)).pair.refresh_token)).pair.access_token,
    )
    expect(await actions(person.id)).toEqual(Array(6).fill('user.password-changed refused'))
  })

  const signInLater = (person: Account) => {
    on.clock.advance(15 * 60_000)
    return signIn(person)
  }

  test.each([
    ['the current password', PASSWORD, /have now/],
    ['an easily guessed password', 'password', /too easy/],
  ])('%s is refused as the new password', async (_, newPassword, message) => {
    const person = await on.person()
    const { pair } = await signIn(person)
    const viewer = await viewerOf(pair.access_token)
    await expect(change(viewer, PASSWORD, newPassword)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'newPassword', message: expect.stringMatching(message) }],
    })
    await signIn(person)
  })

  test('changing another user’s password returns 403, even for the super user, or 404 across tenants', async () => {
    const [person, other] = [await on.person(), await on.person()]
    const made = await on.db.pool.query<{ id: number }>(
      `INSERT INTO contexts (uuid, type_id, name, owner_context_id) VALUES (gen_random_uuid(), 6, 'North', 1) RETURNING id`,
    )
    const far = await on.person({ tenantContextId: made.rows[0]!.id })
    const viewer = await on.viewer(person)
    const superuser = await on.viewer(await on.person({ roleId: 1 }))
    await expect(change(viewer, PASSWORD, NEW, other.id)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await expect(change(superuser, PASSWORD, NEW, other.id)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    for (const id of [far.id, 999_999])
      await expect(change(viewer, PASSWORD, NEW, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await signIn(other)
  })

  test('one of two concurrent changes is refused', async () => {
    const person = await on.person()
    const [one, two] = [await on.viewer(person), await on.viewer(person)]
    const outcomes = await Promise.allSettled([change(one, PASSWORD), change(two, PASSWORD, `${NEW}-zwei`)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
