import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { type Holder, holdersIn, refused, remove, seen } from './test/holders.ts'

const { apitokens, users } = contract

let app: TestApp
let superuser: TestUser
beforeAll(async () => {
  app = await testApp()
  superuser = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

const { holder } = holdersIn(() => app)

describe('actions that require a session', () => {
  /** Creates a user in a group of the token's owner, and a provider. */
  const attackedBy = async ({ user }: Holder) => {
    const other = await app.deps.user()
    const { data } = await user.client.call(contract.contexts.create, {
      body: {
        contextTypeId: 3,
        name: `Of ${user.id}`,
        assocContexts: [{ contextId: other.contextId, hasWriteAccess: false, hasAdminAccess: false }],
      },
    })
    const address = `http://127.0.0.1:9/${user.id}`
    const made = await superuser.client.call(contract.providers.create, {
      body: { kind: 'openai', addresses: [address] },
    })
    return { other, groupId: data.context.id, providerId: made.data.provider.id }
  }
  type Attacked = Awaited<ReturnType<typeof attackedBy>>

  /** Attacks with a copied administrator's token that would outlive deleting the token (TOKEN-2). */
  const attacks = ({ program, user, id }: Holder, { other, groupId, providerId }: Attacked) => {
    const params = { id: other.id }
    const group = { id: groupId }
    const member = { ...group, assocContextId: other.contextId }
    const elsewhere = { kind: 'openai' as const, addresses: ['http://127.0.0.1:9/of-somebody-else'] }
    const session = { id: user.id, sessionId: '01900000-0000-7000-8000-00000000ffff' }
    const own = { userId: user.id }
    const company = { companyId: 1 }
    const email = `made-by-token-${user.id}@example.org`
    const person = { firstName: 'M', lastName: 'A', email, password: PASSWORD, roleId: 3 }
    return [
      program.call(users.create, { body: person }),
      program.call(users.update, { params, body: { password: 'Ein-anderer-Satz-43' } }),
      program.call(users.update, { params, body: { roleId: 3, account: { canUseUi: false } } }),
      program.call(users.update, { params, body: { email } }),
      program.call(users.update, { params: { id: user.id }, body: { firstName: 'Own' } }),
      program.call(users.remove, { params, query: { items: 'delete' } }),
      program.call(users.removePicture, { params }),
      program.call(contract.auth.changePassword, {
        params: { id: user.id },
        body: { oldPassword: PASSWORD, newPassword: 'Ein-anderer-Satz-43' },
      }),
      program.call(contract.auth.endSessions, { params: { id: user.id } }),
      program.call(contract.auth.endSession, { params: session }),
      program.call(contract.auth.logout, {}),
      ...[
        { name: 'Another' },
        { tokenId: id, name: 'Longer', expires: null },
        { tokenId: id, value: '' },
      ].flatMap((body) => [
        program.call(apitokens.saveOfUser, { params: own, body }),
        program.call(apitokens.saveOfCompany, { params: company, body }),
      ]),
      program.call(apitokens.removeOfUser, { params: { ...own, id } }),
      program.call(apitokens.removeOfCompany, { params: { ...company, id } }),
      program.call(contract.contexts.create, { body: { contextTypeId: 3, name: 'By a token' } }),
      program.call(contract.contexts.update, { params: group, body: { assocContexts: [] } }),
      program.call(contract.contexts.setMember, { params: member, body: { hasAdminAccess: true } }),
      program.call(contract.contexts.removeMember, { params: member }),
      program.call(contract.contexts.remove, { params: group }),
      program.call(contract.providers.create, { body: elsewhere }),
      program.call(contract.providers.update, { params: { id: providerId }, body: { isLocal: true } }),
      program.call(contract.providers.remove, { params: { id: providerId } }),
    ]
  }

  test.each([
    ['an administrator’s token', { roleId: 3, company: false }],
    ['a token of the company', { roleId: 3, company: true }],
    ['a super user’s token of the company', { roleId: 1, company: true }],
  ])('%s cannot change an account, password, role, group, provider, token or session', async (_, of) => {
    const one = await holder(of)
    const attacked = await attackedBy(one)
    const state = async () =>
      (
        await app.db.pool.query<{ state: string }>(
          `SELECT md5(concat((SELECT json_agg(u ORDER BY u.id) FROM users u), (SELECT json_agg(s ORDER BY s.id) FROM sessions s),
            (SELECT json_agg(c ORDER BY c.id) FROM contexts c),
            (SELECT json_agg(a ORDER BY a.context_id, a.assoc_context_id) FROM associations a),
            (SELECT json_agg(p ORDER BY p.id) FROM providers p),
            (SELECT json_agg(to_jsonb(t) - 'last_used' ORDER BY t.id) FROM api_tokens t))) AS state`,
        )
      ).rows[0]?.state
    const before = await state()
    const results = await Promise.allSettled(attacks(one, attacked))
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: refused('PERMISSION_DENIED', 403) })
    expect(await state()).toBe(before)
    // It can still read, and its owner can delete it.
    expect((await one.program.call(apitokens.own, {})).data.ApiTokens).toHaveLength(of.company ? 0 : 1)
    await one.program.call(users.list, {})
    if (of.company)
      await one.user.client.call(apitokens.removeOfCompany, { params: { companyId: 1, id: one.id } })
    else await remove(one)
    await expect(seen(one)).rejects.toEqual(refused('TOKEN_INVALID', 401))
  })

  test('are refused with a reason; a token cannot be refreshed', async () => {
    const one = await holder()
    await expect(one.program.call(contract.auth.logout, {})).rejects.toMatchObject({
      message: expect.stringMatching(/API token cannot .* Sign in/),
    })
    await expect(one.program.call(contract.auth.refresh, {})).rejects.toEqual(refused('TOKEN_INVALID', 401))
    const { data } = await one.program.call(contract.auth.sessions, { params: { id: one.user.id } })
    expect(data.Sessions.map(({ current }) => current)).toEqual([false])
    await seen(one)
  })
})
