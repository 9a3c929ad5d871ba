// Tenants come from the configuration when a server starts.
import { expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/db.ts'
import { systemClock } from '#platform/clock.ts'
import { openLog } from '#platform/log.ts'
import { auditFeature } from '#features/audit/index.ts'
import { ensureTenants } from './tenants.ts'

const log = openLog('silent')

function starting(db: TestDatabase) {
  const audit = auditFeature({
    db,
    clock: systemClock,
    log,
    types: [],
    keepDays: () => 1,
  }).service
  return (names: readonly string[]) => ensureTenants({ db, clock: systemClock, audit }, names)
}

async function tenants(db: TestDatabase) {
  const { rows } = await db.pool.query<{ id: number; name: string }>(
    'SELECT id, name FROM contexts WHERE type_id = 6 ORDER BY name',
  )
  return rows
}

async function kept(db: TestDatabase) {
  const { rows } = await db.pool.query<{ action: string; object_name: string }>(
    'SELECT action, object_name FROM audit_entries ORDER BY id',
  )
  return rows.map(({ action, object_name: name }) => `${action} ${name}`)
}

test('configured tenants are created once, even when servers start repeatedly and in parallel', async () => {
  await using db = await openTestDatabase()
  const start = starting(db)
  await Promise.all([
    start(['South', 'North']),
    start(['North', 'South']),
    start(['North', 'South', 'North']),
  ])
  const made = await tenants(db)
  expect(made.map(({ name }) => name)).toEqual(['North', 'South'])
  await start(['North', 'South'])
  expect(await tenants(db)).toEqual(made)
  expect((await kept(db)).sort()).toEqual(['context.created North', 'context.created South'])
})

test('a tenant removed from the configuration stays until it has no users', async () => {
  await using db = await openTestDatabase()
  const start = starting(db)
  await start(['North', 'South'])
  const [north] = await tenants(db)
  await db.pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id) VALUES (900, gen_random_uuid(), 5, 'P', 900)`,
  )
  await db.pool.query(
    `INSERT INTO users (uuid, context_id, tenant_context_id, first_name, last_name, username, email, password_hash, role_id)
     VALUES (gen_random_uuid(), 900, $1, 'P', 'P', 'p', 'p@example.org', '', 4)`,
    [north?.id],
  )
  await start([])
  expect(await tenants(db)).toEqual([north])
  await start(['North'])
  expect(await tenants(db)).toEqual([north])
  await db.pool.query('UPDATE users SET tenant_context_id = NULL')
  await start([])
  expect(await tenants(db)).toEqual([])
  expect((await kept(db)).filter((row) => row.startsWith('context.deleted'))).toEqual([
    'context.deleted South',
    'context.deleted North',
  ])
})
