import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBus } from '#platform/bus.ts'
import { openLog } from '#platform/log.ts'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { projectItem } from '#features/projects/index.ts'
import { openMaking } from './making.ts'
import { list, listsIn } from './test/lists.ts'

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(() => app.close())

const { share, told, kindsOf } = listsIn(() => ({ app, anna }))

test('all members of large groups are told once, while one of them is removed (NOTIFY-6)', async () => {
  const members: TestUser[] = []
  for (let count = 0; count < 3; count++) members.push(await app.deps.user())
  const { rows } = await app.db.pool.query<{ contextId: number; id: number }>(
    `WITH made AS (INSERT INTO contexts (uuid, type_id, name, owner_context_id)
        SELECT gen_random_uuid(), 5, 'Many', 1 FROM generate_series(1, 450) RETURNING id),
      given AS (UPDATE contexts SET owner_context_id = made.id FROM made WHERE contexts.id = made.id)
    INSERT INTO users (uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
      SELECT gen_random_uuid(), id, 'Many', 'Many', 'many' || id, 'many' || id || '@example.org', '', 4 FROM made
      RETURNING context_id AS "contextId", id`,
  )
  const team = await app.deps.group(3, [anna, ...members, ...rows])
  const [watcher, removed] = [members[0] ?? anna, rows[200]?.id ?? 0]
  const page = await livePage(app, watcher)
  const project = await app.deps.project(anna)
  // Somebody removes an account: their row stays locked until the others are told.
  await app.db.dedicated(async (client) => {
    if (app.db.kind === 'embedded') return
    await client.query('BEGIN')
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [removed])
    await share(project, [[team, 'read']])
    await expect
      .poll(() => page.messages.some(({ context }) => context === 14), { timeout: 20_000 })
      .toBe(true)
    await client.query('DELETE FROM users WHERE id = $1', [removed])
    await client.query('COMMIT')
  })
  if (app.db.kind === 'embedded') await share(project, [[team, 'read']])
  await told()
  const counted = await app.db.pool.query(
    'SELECT count(*)::int AS entries, count(DISTINCT user_id)::int AS people FROM notifications WHERE item_id = $1',
    [project.id],
  )
  const people = app.db.kind === 'embedded' ? 453 : 452
  expect(counted.rows).toEqual([{ entries: people, people }])
})

/** People of a group that is shared with, and the project. */
async function manyReaders(count: number) {
  const { rows } = await app.db.pool.query<{ contextId: number; id: number }>(
    `WITH made AS (INSERT INTO contexts (uuid, type_id, name, owner_context_id)
        SELECT gen_random_uuid(), 5, 'Many', 1 FROM generate_series(1, $1) RETURNING id),
      given AS (UPDATE contexts SET owner_context_id = made.id FROM made WHERE contexts.id = made.id)
    INSERT INTO users (uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
      SELECT gen_random_uuid(), id, 'Many', 'Many', 'again' || id, 'again' || id || '@example.org', '', 4 FROM made
      RETURNING context_id AS "contextId", id`,
    [count],
  )
  return {
    people: rows,
    team: await app.deps.group(3, [anna, ...rows]),
    project: await app.deps.project(anna),
  }
}

const countedOf = async (itemId: number) =>
  (
    await app.db.pool.query(
      'SELECT count(*)::int AS entries, count(DISTINCT user_id)::int AS people FROM notifications WHERE item_id = $1',
      [itemId],
    )
  ).rows[0] as { entries: number; people: number }

test('a second process continues an event whose first one ends in the middle: nobody is told twice (NOTIFY-6)', async () => {
  const { team, project } = await manyReaders(650)
  const log = openLog('silent')
  const bus = await openBus({ db: app.db, log })
  const deps = { db: app.db, log, types: [projectItem], bus }
  // The process that stops tells one step; its end is what another one finds.
  const first = openMaking({ ...deps, db: stoppingAfter(1) })
  await share(project, [[team, 'read']])
  const second = openMaking(deps)
  await told()
  expect(await countedOf(project.id)).toEqual({ entries: 650, people: 650 })
  await first.close()
  await second.close()
  await bus.close()
})

/** A database whose transactions fail after some of them, as those of a killed process. */
function stoppingAfter(steps: number) {
  let left = steps
  const transaction: typeof app.db.transaction = (work, options) =>
    left-- > 0
      ? app.db.transaction(work, options)
      : app.db.transaction(async (tx, client) => {
          await work(tx, client)
          throw Object.assign(new Error('killed'), { code: '57P01' })
        }, options)
  return new Proxy(app.db, {
    get: (db, name) => (name === 'transaction' ? transaction : Reflect.get(db, name)),
  })
}

test('an event that fails holds up no other one, and is given up (NOTIFY-6)', async () => {
  const bert = await app.deps.user()
  const store = (attempts: number) =>
    app.db.pool.query(
      `INSERT INTO notification_events (kind, context_id, data, attempts) VALUES ('access', 1, '{}', $1) RETURNING id`,
      [attempts],
    )
  const { rows } = await store(0)
  const id = rows[0]?.['id'] as number
  await store(10)
  await share(await app.deps.project(anna), [[bert, 'read']])
  const attempts = async () =>
    (await app.db.pool.query('SELECT id::int, attempts FROM notification_events ORDER BY id')).rows
  await expect.poll(async () => (await list(bert)).length, { timeout: 20_000 }).toBe(1)
  await expect.poll(attempts, { timeout: 20_000 }).toEqual([{ id, attempts: expect.any(Number) as number }])
  expect((await attempts())[0]?.['attempts']).toBeGreaterThan(0)
  await app.db.pool.query('DELETE FROM notification_events WHERE id = $1', [id])
})

test('more than a step of locked accounts are told when they are free, without a hot loop (NOTIFY-6)', async () => {
  if (app.db.kind === 'embedded') return
  const { people, team, project } = await manyReaders(450)
  await app.db.dedicated(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM users WHERE id = ANY ($1) FOR UPDATE', [people.map(({ id }) => id)])
    await share(project, [[team, 'read']])
    const missed = async () =>
      (
        await app.db.pool.query(
          'SELECT FROM notification_events WHERE cardinality(missed) = 450 AND due > now()',
        )
      ).rowCount
    await expect.poll(missed, { timeout: 20_000 }).toBe(1)
    await client.query('COMMIT')
  })
  await told()
  expect(await countedOf(project.id)).toEqual({ entries: 450, people: 450 })
})

test('a locked account is told a moment later (NOTIFY-6)', async () => {
  const bert = await app.deps.user()
  const project = await app.deps.project(anna)
  await app.db.dedicated(async (client) => {
    if (app.db.kind === 'embedded') return
    await client.query('BEGIN')
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [bert.id])
    await share(project, [[bert, 'read']])
    const missed = async () =>
      (await app.db.pool.query('SELECT FROM notification_events WHERE cardinality(missed) > 0')).rowCount
    await expect.poll(missed, { timeout: 20_000 }).toBe(1)
    await client.query('COMMIT')
  })
  if (app.db.kind === 'embedded') await share(project, [[bert, 'read']])
  expect(await kindsOf(bert)).toEqual(['shared read'])
})

test('of more than 1,000, the oldest read ones are dropped (NOTIFY-5)', async () => {
  const bert = await app.deps.user()
  await app.db.pool.query('INSERT INTO notification_readers (user_id) VALUES ($1)', [bert.id])
  await app.db.pool.query(
    `INSERT INTO notifications (id, place, user_id, thread, kind, read)
      SELECT place, place, $1, 'old ' || place, 'shared', nth = 500
      FROM (SELECT nextval('notification_places') AS place, nth FROM generate_series(1, 1000) AS nth) AS old`,
    [bert.id],
  )
  await share(await app.deps.project(anna), [[bert, 'read']])
  await told()
  const { rows } = await app.db.pool.query(
    'SELECT count(*)::int AS all, count(*) FILTER (WHERE read)::int AS read FROM notifications WHERE user_id = $1',
    [bert.id],
  )
  expect(rows).toEqual([{ all: 1000, read: 0 }])
})
