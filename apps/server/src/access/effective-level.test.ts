// Tests the SQL expression with single cases and against a plain model of the rules (ACCESS-3).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { COMPANY_CONTEXT, CONTEXT_TYPES } from '@polylogue/contract'
import { openTestDatabase, type TestDatabase } from '#test/db.ts'
import { isFull } from '#test/full.ts'
import { effectiveLevel, reachable, readersAmong, visible, type Person, type Viewer } from './index.ts'
import { contexts } from './table.ts'

const { orgUnit, team, project, user, tenant } = CONTEXT_TYPES
const NONE = 0
const READ = 1
const WRITE = 2
const ADMIN = 3

let db: TestDatabase
beforeAll(async () => void (db = await openTestDatabase()))
afterAll(() => db.close())

/** Creates `count` contexts of a type and returns their ids. With `owner` 0 each context owns itself. */
async function makeContexts(typeId: number, owner: number, count = 1): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT id, gen_random_uuid(), $1, 'context ' || id, CASE $2::bigint WHEN 0 THEN id ELSE $2 END
     FROM (SELECT nextval(pg_get_serial_sequence('contexts', 'id')) AS id FROM generate_series(1, $3)) AS fresh
     RETURNING id`,
    [typeId, owner, count],
  )
  return rows.map(({ id }) => id)
}

async function makeContext(typeId: number, owner = 0): Promise<number> {
  const [id] = await makeContexts(typeId, owner)
  return id!
}

async function makePerson(tenantContextId: number | null = null): Promise<Person> {
  const contextId = await makeContext(user)
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO users (uuid, context_id, tenant_context_id, first_name, last_name, username, email, password_hash, role_id)
     VALUES (gen_random_uuid(), $1, $2, 'A', 'B', $3, $3 || '@example.org', '', 4) RETURNING id`,
    [contextId, tenantContextId, `user${contextId}`],
  )
  return {
    kind: 'person',
    userId: rows[0]!.id,
    contextId,
    tenantContextId,
    roleId: 4,
    permissions: new Set(),
    sessionId: '',
  }
}

/** Gives `holder` access to `context`: a share of an item or a membership in a group. */
async function give(context: number, holder: number, level = READ): Promise<void> {
  await db.pool.query(
    `INSERT INTO associations (context_id, assoc_context_id, can_write, can_admin) VALUES ($1, $2, $3, $4)
     ON CONFLICT (context_id, assoc_context_id) DO UPDATE SET can_write = excluded.can_write, can_admin = excluded.can_admin`,
    [context, holder, level >= WRITE, level >= ADMIN],
  )
}

async function take(context: number, holder: number): Promise<void> {
  await db.pool.query('DELETE FROM associations WHERE context_id = $1 AND assoc_context_id = $2', [
    context,
    holder,
  ])
}

async function hide(context: number, viewer: Person): Promise<void> {
  await db.pool.query('INSERT INTO hidden_contexts (context_id, user_context_id) VALUES ($1, $2)', [
    context,
    viewer.contextId,
  ])
}

async function level(viewer: Viewer, context: number): Promise<number> {
  const { rows } = await db.orm.execute<{ level: number }>(
    sql`SELECT ${effectiveLevel(viewer, sql`${context}::bigint`)} AS level`,
  )
  return rows[0]!.level
}

describe('single cases', () => {
  test('the owner has admin access, another user none', async () => {
    const [anna, bert] = [await makePerson(), await makePerson()]
    const item = await makeContext(project, anna.contextId)
    expect(await level(anna, item)).toBe(ADMIN)
    expect(await level(bert, item)).toBe(NONE)
  })

  test.each([READ, WRITE, ADMIN])('a direct share gives its level: %i', async (shared) => {
    const [anna, bert] = [await makePerson(), await makePerson()]
    const item = await makeContext(project, anna.contextId)
    await give(item, bert.contextId, shared)
    expect(await level(bert, item)).toBe(shared)
    await take(item, bert.contextId)
    expect(await level(bert, item)).toBe(NONE)
  })

  test('a share with a group reaches its members and those of nested groups, not of parent groups', async () => {
    const [anna, bert, chief] = [await makePerson(), await makePerson(), await makePerson()]
    const [unit, section, crew] = [
      await makeContext(orgUnit),
      await makeContext(orgUnit),
      await makeContext(team),
    ]
    await give(unit, chief.contextId)
    await give(unit, section)
    await give(section, crew)
    await give(crew, bert.contextId)
    const forAll = await makeContext(project, anna.contextId)
    await give(forAll, unit, WRITE)
    expect(await level(bert, forAll)).toBe(WRITE)
    expect(await level(chief, forAll)).toBe(WRITE)
    const forCrew = await makeContext(project, anna.contextId)
    await give(forCrew, crew, WRITE)
    expect(await level(bert, forCrew)).toBe(WRITE)
    expect(await level(chief, forCrew)).toBe(NONE)
    await take(section, crew)
    expect(await level(bert, forAll)).toBe(NONE)
  })

  test('groups that contain each other do not cause an endless recursion', async () => {
    const [anna, bert] = [await makePerson(), await makePerson()]
    const [one, two] = [await makeContext(team), await makeContext(team)]
    await give(one, two)
    await give(two, one)
    await give(one, bert.contextId)
    const item = await makeContext(project, anna.contextId)
    await give(item, two)
    expect(await level(bert, item)).toBe(READ)
  })

  test('admin access to a group does not raise the access that the group was given', async () => {
    const [anna, bert] = [await makePerson(), await makePerson()]
    const crew = await makeContext(team)
    await give(crew, bert.contextId, ADMIN)
    const item = await makeContext(project, anna.contextId)
    await give(item, crew, READ)
    expect(await level(bert, item)).toBe(READ)
  })

  test('an item shared with another item gives no access', async () => {
    const [anna, bert] = [await makePerson(), await makePerson()]
    const [item, other] = [
      await makeContext(project, anna.contextId),
      await makeContext(project, anna.contextId),
    ]
    await give(other, bert.contextId, ADMIN)
    await give(item, other, ADMIN)
    expect(await level(bert, item)).toBe(NONE)
  })

  test('the highest of several shares counts', async () => {
    const [anna, bert] = [await makePerson(), await makePerson()]
    const crew = await makeContext(team)
    await give(crew, bert.contextId)
    const item = await makeContext(project, anna.contextId)
    await give(item, bert.contextId, READ)
    await give(item, crew, WRITE)
    await give(item, COMPANY_CONTEXT, READ)
    expect(await level(bert, item)).toBe(WRITE)
  })

  test('a share with the company reaches every user', async () => {
    const [anna, bert] = [await makePerson(), await makePerson()]
    const item = await makeContext(project, anna.contextId)
    await give(item, COMPANY_CONTEXT)
    expect(await level(bert, item)).toBe(READ)
  })

  test('a user who left an item has access through a direct share only, not through groups', async () => {
    const [anna, bert] = [await makePerson(), await makePerson()]
    const crew = await makeContext(team)
    await give(crew, bert.contextId)
    const item = await makeContext(project, anna.contextId)
    await give(item, crew, ADMIN)
    await hide(item, bert)
    expect(await level(bert, item)).toBe(NONE)
    await give(item, bert.contextId, READ)
    expect(await level(bert, item)).toBe(READ)
  })

  test('shares never cross a tenant boundary, in either direction', async () => {
    const [red, blue] = [await makeContext(tenant), await makeContext(tenant)]
    const [anna, ally] = [await makePerson(red), await makePerson(red)]
    const others = [await makePerson(blue), await makePerson()]
    const item = await makeContext(project, anna.contextId)
    for (const holder of [COMPANY_CONTEXT, red, blue, ...others.map(({ contextId }) => contextId)])
      await give(item, holder, ADMIN)
    for (const other of others) expect(await level(other, item)).toBe(NONE)
    expect(await level(ally, item)).toBe(ADMIN)
    const companys = await makeContext(project, others[1]!.contextId)
    await give(companys, anna.contextId, ADMIN)
    expect(await level(anna, companys)).toBe(NONE)
  })

  test('a share with a tenant reaches its users', async () => {
    const red = await makeContext(tenant)
    const [anna, ally] = [await makePerson(red), await makePerson(red)]
    const item = await makeContext(project, anna.contextId)
    await give(item, red, WRITE)
    expect(await level(ally, item)).toBe(WRITE)
  })

  test('a share link gives read access to its own item only, and a widget visitor has none', async () => {
    const anna = await makePerson()
    const [opened, other] = await makeContexts(project, anna.contextId, 2)
    const link: Viewer = { kind: 'link', linkId: 1, source: '::1', itemContextId: opened! }
    const visitor: Viewer = { kind: 'visitor', chatbotId: 1, sessionId: 'visit' }
    expect(await level(link, opened!)).toBe(READ)
    expect(await level(link, other!)).toBe(NONE)
    expect(await level(visitor, opened!)).toBe(NONE)
  })

  test('a context that does not exist has no level', async () => {
    const { rows } = await db.orm.execute(
      sql`SELECT ${effectiveLevel(await makePerson(), sql`999999999`)} AS level`,
    )
    expect(rows).toEqual([{ level: null }])
  })
})

/** Returns a generator of numbers from 0 to `below`, reproducible by seed (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The rules of access (ACCESS-3) in plain code. */
class Model {
  readonly owners = new Map<number, Person>()
  readonly given = new Map<number, Map<number, number>>()
  readonly hidden = new Set<string>()

  holders(viewer: Person, groups: ReadonlySet<number>): Set<number> {
    const held = new Set([viewer.contextId, COMPANY_CONTEXT, viewer.tenantContextId ?? COMPANY_CONTEXT])
    for (const holder of held)
      for (const [context, byHolder] of this.given)
        if (groups.has(context) && byHolder.has(holder)) held.add(context)
    return held
  }

  level(viewer: Person, item: number, held: ReadonlySet<number>): number {
    const owner = this.owners.get(item)!
    if (owner === viewer) return ADMIN
    if (owner.tenantContextId !== viewer.tenantContextId) return NONE
    const levels = [...(this.given.get(item) ?? [])]
      .filter(([holder]) => held.has(holder))
      .filter(([holder]) => holder === viewer.contextId || !this.hidden.has(`${item} ${viewer.contextId}`))
    return Math.max(NONE, ...levels.map(([, given]) => given))
  }
}

test.each([1, 2, 3])('matches a plain implementation of the rules on random data (seed %i)', async (seed) => {
  const pick = random(seed)
  const oneOf = <T>(list: readonly T[]) => list[pick(list.length)]!
  const model = new Model()
  const giveBoth = async (context: number, holder: number, granted: number) => {
    if (context === holder) return
    await give(context, holder, granted)
    model.given.set(context, (model.given.get(context) ?? new Map()).set(holder, granted))
  }
  const walls = [null, null, null, await makeContext(tenant), await makeContext(tenant)]
  const people: Person[] = []
  for (let i = 0; i < 12; i++) people.push(await makePerson(oneOf(walls)))
  const groups = [...(await makeContexts(team, 0, 6)), ...(await makeContexts(orgUnit, 0, 4))]
  const everyone = people.map(({ contextId }) => contextId)
  for (let i = 0; i < 30; i++) await giveBoth(oneOf(groups), oneOf([...everyone, ...groups]), 1 + pick(3))
  const items: number[] = []
  for (const owner of people)
    for (const id of await makeContexts(project, owner.contextId, 4)) {
      items.push(id)
      model.owners.set(id, owner)
    }
  const possible = [
    ...everyone,
    ...groups,
    COMPANY_CONTEXT,
    ...walls.filter((wall) => wall !== null),
    ...items,
  ]
  for (let i = 0; i < 120; i++) await giveBoth(oneOf(items), oneOf(possible), 1 + pick(3))
  for (let i = 0; i < 60; i++) {
    const [item, viewer] = [oneOf(items), oneOf(people)]
    if (model.hidden.has(`${item} ${viewer.contextId}`)) continue
    await hide(item, viewer)
    model.hidden.add(`${item} ${viewer.contextId}`)
  }
  const seen: number[] = []
  const readable: string[] = []
  for (const viewer of people) {
    const held = model.holders(viewer, new Set([...groups, COMPANY_CONTEXT]))
    const rows = await db.orm
      .select({
        id: contexts.id,
        level: effectiveLevel(viewer, contexts.id),
        visible: visible(viewer, contexts.id),
        reachable: reachable(viewer, project, contexts.id),
      })
      .from(contexts)
      .where(sql`${contexts.id} = ANY (${sql.param(items)})`)
    expect(rows).toHaveLength(items.length)
    for (const row of rows) {
      const expected = model.level(viewer, row.id, held)
      seen.push(expected)
      expect(row, `viewer ${viewer.contextId}, item ${row.id}`).toMatchObject({
        level: expected,
        visible: expected >= READ,
      })
      if (row.visible) expect(row.reachable).toBe(true)
      if (row.visible) readable.push(`${row.id} ${viewer.contextId}`)
    }
  }
  const { rows: told } = await db.orm.execute<{ item: number; reader: number }>(
    sql`SELECT item, reader FROM ${readersAmong(sql`SELECT unnest(${sql.param(items)}::bigint[])`, everyone)} AS told`,
  )
  expect(told.map(({ item, reader }) => `${item} ${reader}`).sort()).toEqual(readable.sort())
  for (const each of [NONE, READ, WRITE, ADMIN]) expect(seen).toContain(each)
})

test('the groups of a viewer are resolved once per query, not once per item', async () => {
  const [anna, bert] = [await makePerson(), await makePerson()]
  const groups = await makeContexts(team, 0, 50)
  for (const group of groups) await give(group, bert.contextId)
  const items = await makeContexts(project, anna.contextId, isFull ? 10_000 : 2_000)
  await db.pool.query(
    `INSERT INTO associations (context_id, assoc_context_id)
     SELECT item, ($2::bigint[])[1 + n % 50] FROM unnest($1::bigint[]) WITH ORDINALITY AS listed (item, n) WHERE n % 2 = 0`,
    [items, groups],
  )
  await db.pool.query('ANALYZE contexts, associations, users')
  const question = sql`SELECT id FROM contexts
    WHERE owner_context_id = ${anna.contextId} AND type_id = ${project} AND ${visible(bert, sql.raw('contexts.id'))}`
  expect((await db.orm.execute(question)).rows).toHaveLength(items.length / 2)
  const { rows } = await db.orm.execute<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    sql`EXPLAIN (ANALYZE, FORMAT JSON) ${question}`,
  )
  // The viewer's holders are looked up once, not for every item.
  const steps = flat(rows[0]!['QUERY PLAN'][0]!.Plan)
  const unions = steps.filter((step) => step['Node Type'] === 'Recursive Union')
  expect(unions.map((step) => step['Actual Loops'])).toEqual([1])
})

interface PlanNode {
  'Node Type': string
  'Actual Loops': number
  Plans?: PlanNode[]
}

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}
