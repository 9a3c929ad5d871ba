// The audit trail: each action creates one entry, only the super user reads it, nothing changes it (SECRET-2, SECRET-3).
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract, type AuditAction, type AuditEntry } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { DENIALS_KEPT } from './denials.ts'
import { auditIn, CANARY, type Filter, removed } from './test/entries.ts'

let app: TestApp
let root: TestUser
let anna: TestUser
let now = Date.parse('2026-11-02T09:00:10Z')
beforeAll(async () => {
  app = await testApp({ clock: { now: () => new Date(now) }, file: { session: { accessMinutes: 1_440 } } })
  root = await app.deps.user({ roleId: 1, firstName: 'Rut' })
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(() => app.close())

const { page, entries, exported, rowsOf, sharedProject } = auditIn(() => ({ app, root }))

/** Waits for entries written after the response, and returns a user's refusals. */
async function denials(userId: number, atLeast: number): Promise<AuditEntry[]> {
  return vi.waitFor(async () => {
    const rows = await entries({ action: 'access.denied', userId, limit: 500 })
    expect(rows.length).toBeGreaterThanOrEqual(atLeast)
    return rows
  }, 10_000)
}

describe('the audit trail', () => {
  test('records one entry per change of a project or group, and for an export', async () => {
    const lead = await app.deps.user({ roleId: 8 })
    const { contexts, projects } = contract
    const project = await app.deps.project(anna, { name: 'Spring' })
    const share = (contextId: number, hasWriteAccess = false) =>
      anna.client.call(projects.update, {
        params: { id: project.id },
        body: { assocContexts: [{ contextId, hasWriteAccess }] },
      })
    let id = 0
    const done: [string, () => Promise<unknown>, AuditAction, Partial<AuditEntry>][] = [
      [
        'a share',
        () => share(lead.contextId),
        'project.shared',
        {
          objectType: 'project',
          objectId: project.id,
          objectName: 'Spring',
          details: { before: 0, after: 1, set: `${lead.contextId} read` },
        },
      ],
      [
        'a wider one',
        () => share(lead.contextId, true),
        'project.shared',
        { details: { before: 1, after: 1, set: `${lead.contextId} write` } },
      ],
      [
        'leaving it',
        () =>
          lead.client.call(contexts.removeMember, {
            params: { id: project.context.id, assocContextId: lead.contextId },
          }),
        'context.left',
        { userId: lead.id, objectType: 'project', objectId: project.id },
      ],
      [
        'a group',
        async () => {
          const body = { contextTypeId: 3, name: 'Team' }
          id = (await lead.client.call(contexts.create, { body })).data.context.id
        },
        'context.created',
        { objectType: 'context', objectName: 'Team', details: { type: 3 } },
      ],
      [
        'its name',
        () => lead.client.call(contexts.update, { params: { id }, body: { name: 'Crew' } }),
        'context.updated',
        { details: { type: 3, changed: 'name' } },
      ],
      [
        'a member',
        () =>
          lead.client.call(contexts.setMember, { params: { id, assocContextId: anna.contextId }, body: {} }),
        'context.members-changed',
        { details: { type: 3, before: 1, after: 2, set: `${anna.contextId} read` } },
      ],
      [
        'leaving it',
        () => anna.client.call(contexts.removeMember, { params: { id, assocContextId: anna.contextId } }),
        'context.left',
        { userId: anna.id, objectType: 'context' },
      ],
      [
        'its end',
        () => lead.client.call(contexts.remove, { params: { id } }),
        'context.deleted',
        { objectName: 'Crew', details: { type: 3, members: 1 } },
      ],
      [
        'the project’s end',
        () => anna.client.call(projects.remove, { params: { id: project.id } }),
        'project.deleted',
        { objectType: 'project', objectId: project.id, details: { tabs: 0, shares: 0 } },
      ],
      ['an export', () => exported(), 'audit.exported', { userId: root.id, objectType: 'audit' }],
    ]
    for (const [what, work, action, told] of done)
      expect(await rowsOf(work), what).toEqual([expect.objectContaining({ action, outcome: 'ok', ...told })])
  })

  test('records user, IP address, session and request of an action', async () => {
    const [row] = await rowsOf(() => app.deps.project(anna).then((made) => removed(anna, made.id)))
    expect(row).toMatchObject({
      at: '2026-11-02T09:00:10.000Z',
      userId: anna.id,
      userName: anna.email.split('@')[0],
      address: '127.0.0.1',
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      requestId: expect.stringMatching(/^[\w-]{16}$/) as string,
    })
  })

  test('records nothing for a change without effect or a failed one', async () => {
    const project = await app.deps.project(anna, { name: 'Same' })
    const rows = await rowsOf(async () => {
      const body = { name: 'Same', assocContexts: project.assocContexts }
      await anna.client.call(contract.projects.update, { params: { id: project.id }, body })
      const nobody = { assocContexts: [{ contextId: 999_999 }] }
      await anna.client
        .call(contract.projects.update, { params: { id: project.id }, body: nobody })
        .catch(() => undefined)
    })
    expect(rows).toEqual([])
  })
})

describe('refused requests', () => {
  test('with 403 are recorded once each, whether by permission, access level or role', async () => {
    const bert = await app.deps.user()
    const project = await app.deps.project(anna)
    await app.deps.share(project, bert)
    const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ status: 403 })
    await refused(bert.client.call(contract.users.list, { query: {} }))
    await refused(removed(bert, project.id))
    await refused(bert.client.call(contract.audit.list, { query: {} }))
    await refused(bert.client.call(contract.users.update, { params: { id: anna.id }, body: { roleId: 1 } }))
    await expect(removed(bert, 999_999)).rejects.toMatchObject({ status: 404 })
    const rows = await denials(bert.id, 4)
    expect(rows.map(({ objectType, objectId, outcome }) => ({ objectType, objectId, outcome }))).toEqual(
      expect.arrayContaining([
        { objectType: 'user', objectId: null, outcome: 'refused' },
        { objectType: 'project', objectId: project.id, outcome: 'refused' },
        { objectType: 'audit', objectId: null, outcome: 'refused' },
        { objectType: 'user', objectId: anna.id, outcome: 'refused' },
      ]),
    )
    expect(rows).toHaveLength(4)
    expect(rows.at(-2)?.details).toEqual({ call: 'DELETE projects/{id}' })
  })

  test('are recorded up to a limit per user and minute, independently of other users', async () => {
    const [curt, dora] = [await app.deps.user(), await app.deps.user()]
    const tries = Array.from({ length: DENIALS_KEPT + 20 }, () =>
      curt.client.call(contract.users.list, { query: {} }).catch(() => undefined),
    )
    await Promise.all(tries)
    await dora.client.call(contract.users.list, { query: {} }).catch(() => undefined)
    expect(await denials(dora.id, 1)).toHaveLength(1)
    expect(await denials(curt.id, DENIALS_KEPT)).toHaveLength(DENIALS_KEPT)
    now += 60_000
    await curt.client.call(contract.users.list, { query: {} }).catch(() => undefined)
    expect(await denials(curt.id, DENIALS_KEPT + 1)).toHaveLength(DENIALS_KEPT + 1)
  })
})

describe('names in audit entries', () => {
  test('are stored for failed sign-ins and refused groups, and stay after deletion', async () => {
    const gina = await app.deps.user({ firstName: 'Gina' })
    const kurt = await app.deps.user({ firstName: 'Kurt' })
    const username = (await root.client.call(contract.users.get, { params: { id: gina.id } })).data.user
      .username
    const rows = await rowsOf(async () => {
      const wrong = { userName: gina.email, userPassword: 'wrong' }
      await app.nobody.call(contract.auth.authenticate, { body: wrong }).catch(() => undefined)
    })
    expect(rows).toMatchObject([{ action: 'session.failed', objectId: gina.id, objectName: username }])
    const lead = await app.deps.user({ roleId: 8 })
    const group = (
      await lead.client.call(contract.contexts.create, {
        body: { contextTypeId: 3, name: 'Harbour', assocContexts: [{ contextId: kurt.contextId }] },
      })
    ).data.context
    const update = { params: { id: group.id }, body: { name: 'Mine' } }
    await kurt.client.call(contract.contexts.update, update).catch(() => undefined)
    const named = [{ objectType: 'context', objectId: group.id, objectName: 'Harbour' }]
    expect(await denials(kurt.id, 1)).toMatchObject(named)
    await lead.client.call(contract.contexts.remove, { params: { id: group.id } })
    expect(await denials(kurt.id, 1)).toMatchObject(named)
    await root.client.call(contract.users.remove, { params: { id: gina.id }, query: { items: 'delete' } })
    expect(await entries({ action: 'session.failed', objectId: gina.id })).toMatchObject([
      { objectName: username },
    ])
  })

  test('are looked up for users and groups in the details until these are deleted', async () => {
    const [one, two] = [await app.deps.user({ firstName: 'Ida' }), await app.deps.user({ firstName: 'Jan' })]
    const project = await app.deps.project(anna, { name: 'Autumn' })
    const assocContexts = [{ contextId: one.contextId }, { contextId: two.contextId, hasWriteAccess: true }]
    const [shared] = await rowsOf(() =>
      anna.client.call(contract.projects.update, { params: { id: project.id }, body: { assocContexts } }),
    )
    expect(Object.keys(shared?.names ?? {}).toSorted()).toEqual(
      [one, two].map(({ contextId }) => `context ${contextId}`).toSorted(),
    )
    expect(shared?.names[`context ${one.contextId}`]).toMatch(/^Ida /)
    await root.client.call(contract.users.remove, { params: { id: one.id }, query: { items: 'delete' } })
    const [after] = await entries({ action: 'project.shared', objectId: project.id })
    expect(Object.keys(after?.names ?? {})).toEqual([`context ${two.contextId}`])
  })

  test('leave out private chats, whose name is their first question, also when given by context', async () => {
    const name = `What is wrong with ${CANARY}?`
    const chat = await app.deps.project(anna, { name })
    await app.db.pool.query(
      `INSERT INTO audit_entries (action, outcome, object_type, object_id, details) VALUES
        ('access.denied', 'refused', 'project', $1, '{}'), ('access.denied', 'refused', 'context', $2, '{}'),
        ('context.members-changed', 'ok', 'context', 1, jsonb_build_object('set', $2::text || ' read'))`,
      [chat.id, chat.context.id],
    )
    const told = () => page({ limit: 50 }).then(({ data }) => JSON.stringify(data.Entries))
    expect(await told()).not.toContain(CANARY)
    await app.deps.share(chat, root)
    expect(await told()).toContain(CANARY)
    await app.db.pool.query('DELETE FROM associations WHERE context_id = $1', [chat.context.id])
    await removed(anna, chat.id)
    expect(await told()).not.toContain(CANARY)
    expect(await entries({ action: 'project.deleted', objectId: chat.id })).toMatchObject([
      { objectName: '' },
    ])
  })
})

describe('reading the audit trail', () => {
  test.each([3, 8, 4, 6])('is refused with 403 for role %i', async (roleId) => {
    const other = await app.deps.user({ roleId })
    const denied = { status: 403, code: 'PERMISSION_DENIED' }
    await expect(other.client.call(contract.audit.list, { query: {} })).rejects.toMatchObject(denied)
    await expect(other.client.call(contract.audit.export, { query: {} })).rejects.toMatchObject(denied)
  })

  test('returns filtered pages, newest entries first', async () => {
    const eva = await app.deps.user({ firstName: 'Eva' })
    for (const name of ['One', 'Two', '50% off']) await removed(eva, (await sharedProject(eva, name)).id)
    const mine = { userId: eva.id, action: 'project.deleted', limit: 2 } as const
    const first = await page(mine)
    expect(first.data.Entries.map(({ objectName }) => objectName)).toEqual(['50% off', 'Two'])
    const second = await page({ ...mine, cursor: first.meta.nextCursor })
    expect(second.data.Entries.map(({ objectName }) => objectName)).toEqual(['One'])
    expect(second.meta.nextCursor).toBeNull()
    const [one] = second.data.Entries
    const names = async (query: Filter) => (await entries(query)).map(({ objectName }) => objectName)
    expect(await names({ q: '0% O' })).toEqual(['50% off'])
    expect(await names({ objectType: 'project', objectId: one?.objectId ?? 0 })).toEqual(['One'])
    expect(await names({ ...mine, outcome: 'refused' })).toEqual([])
    expect(await names({ ...mine, q: '127.0' })).toHaveLength(2)
    expect(await names({ ...mine, from: new Date(now + 1).toISOString() })).toEqual([])
    expect(await names({ ...mine, until: new Date(now).toISOString(), limit: 500 })).toHaveLength(3)
    await expect(page({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
