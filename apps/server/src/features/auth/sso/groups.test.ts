import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { identityProvider, type IdentityProvider } from '#test/identity-provider.ts'
import { openInstallation, type Installation } from '../test/installation.ts'
import { failed, signInsAt } from './test/sign-ins.ts'

let idp: IdentityProvider
let on: Installation

beforeAll(async () => {
  idp = await identityProvider()
  on = await openInstallation(options())
  await on.auth.ensureFirstUser()
})
afterAll(async () => {
  await on[Symbol.asyncDispose]()
  await idp.close()
})
afterEach(() => {
  idp.faults = {}
  idp.userInfo = {}
})

const { options, somebody, signIn, groupsOf } = signInsAt(() => ({ idp, on }))

describe('groups of the identity provider', () => {
  test('set memberships, role and tenant at every sign-in, and remove them again', async () => {
    const { sub } = somebody({ groups: ['physics', 'north', 'unheard-of'] })
    const { userId } = (await signIn()).meta
    expect(await groupsOf(userId)).toEqual(['Physics'])
    const north = await on.users.service.byId(userId)
    expect(north).toMatchObject({ roleId: 8, tenantContextId: expect.any(Number) })
    somebody({ sub, groups: ['admins', 'lab'] })
    await signIn()
    expect(await groupsOf(userId)).toEqual(['Physics', 'Staff'])
    expect(await on.users.service.byId(userId)).toMatchObject({ roleId: 3, tenantContextId: null })
    somebody({ sub, groups: [] })
    await signIn()
    expect(await groupsOf(userId)).toEqual([])
    expect(await on.users.service.byId(userId)).toMatchObject({ roleId: 4 })
  })

  test('leave unmapped groups unchanged, and groups of users that have a mapped name', async () => {
    const { sub } = somebody({ groups: ['physics'] })
    const { userId } = (await signIn()).meta
    const person = await on.users.service.byId(userId)
    const made = await on.db.pool.query<{ id: number }>(
      `INSERT INTO contexts (uuid, type_id, name, owner_context_id)
        SELECT gen_random_uuid(), 3, name, $1 FROM unnest(ARRAY['Staff', 'Chess']) AS name RETURNING id`,
      [person?.contextId],
    )
    for (const { id } of made.rows)
      await on.db.pool.query('INSERT INTO associations (context_id, assoc_context_id) VALUES ($1, $2)', [
        id,
        person?.contextId,
      ])
    somebody({ sub, groups: [] })
    await signIn()
    expect(await groupsOf(userId)).toEqual(['Chess', 'Staff'])
  })

  test('are read from the user info when the token omits them', async () => {
    somebody({ groups: undefined })
    idp.userInfo = { groups: 'physics' }
    const { userId } = (await signIn()).meta
    expect(await groupsOf(userId)).toEqual(['Physics'])
  })

  test('are not taken away when there are too many to be sent', async () => {
    const { sub } = somebody({ groups: ['physics'] })
    const { userId } = (await signIn()).meta
    somebody({ sub, groups: undefined, _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } })
    await expect(signIn()).rejects.toMatchObject(failed(/too many groups.*claim groups/))
    expect(await groupsOf(userId)).toEqual(['Physics'])
  })

  test('publish live events when they change the user and their access', async () => {
    const { sub } = somebody({ groups: [] })
    const { userId } = (await signIn()).meta
    const heard: string[] = []
    const left = [
      on.bus.on('user.changed', (event) => heard.push(`user ${event.userId}`)),
      on.bus.on('access.changed', ({ contextIds }) => heard.push(`group ${contextIds.join()}`)),
    ]
    const { rows } = await on.db.pool.query('SELECT context_id FROM users WHERE id = $1', [userId])
    somebody({ sub, groups: ['physics'] })
    await signIn()
    await expect.poll(() => heard.toSorted()).toEqual([`group ${rows[0]?.context_id}`, `user ${userId}`])
    left.forEach((leave) => leave())
  })
})
