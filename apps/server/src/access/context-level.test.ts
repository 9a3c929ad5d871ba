// The access levels on contexts of every type, as a table of viewer, type and relation.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { COMPANY_CONTEXT, CONTEXT_TYPES, roleOf } from '@polylogue/contract'
import { openTestDatabase, type TestDatabase } from '#test/db.ts'
import { contextLevel, partner, type Person } from './index.ts'

const { orgUnit, team, project, user, tenant } = CONTEXT_TYPES
const [STAFF, LEAD, SUPERUSER, ADMINISTRATOR] = [4, 8, 1, 3]

let db: TestDatabase
beforeAll(async () => void (db = await openTestDatabase()))
afterAll(() => db.close())

async function context(typeId: number, owner?: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT id, gen_random_uuid(), $1, 'A context', coalesce($2, id)
     FROM (SELECT nextval(pg_get_serial_sequence('contexts', 'id')) AS id) AS fresh RETURNING id`,
    [typeId, owner ?? null],
  )
  return rows[0]!.id
}

async function person(roleId = STAFF, tenantContextId: number | null = null): Promise<Person> {
  const contextId = await context(user)
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO users (uuid, context_id, tenant_context_id, first_name, last_name, username, email, password_hash, role_id)
     VALUES (gen_random_uuid(), $1, $2, 'A', 'B', $3, $3, '', $4) RETURNING id`,
    [contextId, tenantContextId, `person${contextId}`, roleId],
  )
  const permissions = new Set(roleOf(roleId)?.permissions)
  return {
    kind: 'person',
    userId: rows[0]!.id,
    contextId,
    tenantContextId,
    roleId,
    permissions,
    sessionId: '',
  }
}

async function put(holder: number, into: number, level = 1): Promise<void> {
  await db.pool.query(
    'INSERT INTO associations (context_id, assoc_context_id, can_write, can_admin) VALUES ($1, $2, $3, $4)',
    [into, holder, level >= 2, level >= 3],
  )
}

async function ask(viewer: Person, id: number) {
  const value = sql`${id}::bigint`
  const { rows } = await db.orm.execute<{ level: number; own: number; partner: boolean }>(
    sql`SELECT ${contextLevel(viewer, value)} AS level, ${contextLevel(viewer, value, { managing: false })} AS own,
      ${partner(viewer, value)} AS partner`,
  )
  return rows[0]
}

const told = (level: number, own = level, isPartner = level > 0) => ({ level, own, partner: isPartner })

test('a user has level 3 on themselves, 1 on users of the same tenant and 0 on others', async () => {
  const [red, blue] = [await context(tenant), await context(tenant)]
  const [anna, bert, root] = [await person(), await person(), await person(SUPERUSER)]
  const [rita, rolf, bea] = [await person(STAFF, red), await person(LEAD, red), await person(STAFF, blue)]
  expect(await ask(anna, anna.contextId)).toEqual(told(3))
  for (const [who, whom] of [
    [anna, bert],
    [anna, root],
    [rita, rolf],
  ] as const)
    expect(await ask(who, whom.contextId)).toEqual(told(1))
  for (const [who, whom] of [
    [anna, rita],
    [rita, anna],
    [rita, bea],
    [root, rita],
    [rolf, root],
  ] as const)
    expect(await ask(who, whom.contextId)).toEqual(told(0))
})

test('everyone has level 1 on the company, and only members of a tenant on that tenant', async () => {
  const [red, blue] = [await context(tenant, COMPANY_CONTEXT), await context(tenant, COMPANY_CONTEXT)]
  const [root, rita] = [await person(SUPERUSER), await person(LEAD, red)]
  await db.pool.query('UPDATE contexts SET owner_context_id = $1 WHERE id = 1', [root.contextId])
  for (const who of [root, rita]) expect(await ask(who, COMPANY_CONTEXT)).toEqual(told(1))
  expect(await ask(rita, red)).toEqual(told(1))
  expect(await ask(rita, blue)).toEqual(told(0))
  expect(await ask(root, red)).toEqual(told(0))
})

test.each([team, orgUnit])(
  'the level on a group (type %i) comes from ownership, membership or a nested group',
  async (type) => {
    const owner = await person()
    const group = await context(type, owner.contextId)
    const inner = await context(team, owner.contextId)
    const innermost = await context(team, owner.contextId)
    await put(inner, group, 2)
    await put(innermost, inner)
    const [reader, writer, admin, within, deep, stranger] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ]
    await put(reader.contextId, group)
    await put(writer.contextId, group, 2)
    await put(admin.contextId, group, 3)
    await put(within.contextId, inner, 3)
    await put(deep.contextId, innermost)
    for (const [who, level] of [
      [owner, 3],
      [reader, 1],
      [writer, 2],
      [admin, 3],
      // Members of a group get what the group has access to, independent of their level on the group itself.
      [within, 2],
      [deep, 2],
      [stranger, 0],
    ] as const)
      expect(await ask(who, group), `level ${level}`).toEqual(told(level))
    expect(await ask(within, inner)).toEqual(told(3))
  },
)

test.each([SUPERUSER, ADMINISTRATOR])(
  'role %i manages all groups of its tenant without a level of its own',
  async (role) => {
    const [red, blue] = [await context(tenant), await context(tenant)]
    const [lead, walled] = [await person(role), await person(role, red)]
    const ofCompany = await context(team, (await person()).contextId)
    const ofRed = await context(team, (await person(STAFF, red)).contextId)
    const ofBlue = await context(team, (await person(STAFF, blue)).contextId)
    expect(await ask(lead, ofCompany)).toEqual(told(3, 0))
    expect(await ask(walled, ofRed)).toEqual(told(3, 0))
    for (const [who, id] of [
      [lead, ofRed],
      [walled, ofCompany],
      [walled, ofBlue],
    ] as const)
      expect(await ask(who, id)).toEqual(told(0))
    await put(lead.contextId, ofCompany, 2)
    expect(await ask(lead, ofCompany)).toEqual(told(3, 2))
  },
)

test('a team lead has the level given to them on a group, or 3 as its owner', async () => {
  const lead = await person(LEAD)
  const others = await context(team, (await person()).contextId)
  expect(await ask(lead, others)).toEqual(told(0))
  await put(lead.contextId, others)
  expect(await ask(lead, others)).toEqual(told(1))
  const written = await context(team, (await person()).contextId)
  await put(lead.contextId, written, 2)
  expect(await ask(lead, written)).toEqual(told(2))
  expect(await ask(lead, await context(team, lead.contextId))).toEqual(told(3))
})

test('a member has level 0 on a group whose owner moved to another tenant', async () => {
  const owner = await person()
  const group = await context(team, owner.contextId)
  const member = await person()
  await put(member.contextId, group, 3)
  const red = await context(tenant)
  await db.pool.query('UPDATE users SET tenant_context_id = $1 WHERE id = $2', [red, owner.userId])
  expect(await ask(member, group)).toEqual(told(0))
})

test('an item has its share level and is never a partner; a missing context has the level null', async () => {
  const [owner, reader, stranger] = [await person(), await person(LEAD), await person(SUPERUSER)]
  const item = await context(project, owner.contextId)
  await put(reader.contextId, item)
  expect(await ask(owner, item)).toEqual(told(3, 3, false))
  expect(await ask(reader, item)).toEqual(told(1, 1, false))
  expect(await ask(stranger, item)).toEqual(told(0))
  expect(await ask(owner, 999_999_999)).toMatchObject({ level: null, partner: false })
})
