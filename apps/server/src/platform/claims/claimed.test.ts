import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, serverUrl, type TestDatabase } from '#test/db.ts'
import { ATTEMPTS, claimedRows, isLastAttempt, isOneTooMany } from './claimed.ts'

const OWN = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const GONE = '00000000-0000-4000-8000-000000000003'

const works = claimedRows({
  table: 'works',
  isOpen: 'NOT done',
  state: 'state',
  taken: 'state = state + 1',
  released: 'state = state - 1',
})

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase({ blank: true })
  await db.pool.query('CREATE TABLE servers (id uuid PRIMARY KEY)')
  await db.pool.query('INSERT INTO servers VALUES ($1), ($2)', [OWN, OTHER])
  await db.pool
    .query(`CREATE TABLE works (id bigint PRIMARY KEY, server_id uuid, attempts int NOT NULL DEFAULT 0,
    state int NOT NULL DEFAULT 0, done boolean NOT NULL DEFAULT false)`)
})
afterAll(() => db.close())
beforeEach(() => db.pool.query('DELETE FROM works'))

const insert = async (id: number, server: string | null = null, attempts = 0) =>
  void (await db.pool.query('INSERT INTO works (id, server_id, attempts) VALUES ($1, $2, $3)', [
    id,
    server,
    attempts,
  ]))
/** Runs a statement; returns the ids that it changed. */
const change = async (statement: string, values: readonly unknown[]) => {
  const { rows } = await db.pool.query<{ id: number }>(`${statement} RETURNING id`, [...values])
  return rows.map(({ id }) => id)
}
const stored = async () => {
  const { rows } = await db.pool.query(
    'SELECT id, server_id AS server, attempts, state FROM works ORDER BY id',
  )
  return rows
}

test('takes the first row that meets the condition, and counts it', async () => {
  for (const id of [1, 2, 3]) await insert(id)
  const next = works.takeNext({ server: '$1', where: 'server_id IS NULL AND id > $2', order: 'id DESC' })
  expect(await change(next, [OWN, 1])).toEqual([3])
  expect(await change(next, [OWN, 1])).toEqual([2])
  expect(await change(next, [OWN, 1])).toEqual([])
  expect(await stored()).toEqual([
    { id: 1, server: null, attempts: 0, state: 0 },
    { id: 2, server: OWN, attempts: 1, state: 1 },
    { id: 3, server: OWN, attempts: 1, state: 1 },
  ])
})

// The embedded database has one connection: its transactions take turns.
test.skipIf(!serverUrl)('passes over a row that another process is taking', async () => {
  for (const id of [1, 2]) await insert(id)
  const next = works.takeNext({ server: '$1', where: 'server_id IS NULL', order: 'id' })
  const client = await db.pool.connect()
  await client.query('BEGIN')
  await client.query(next, [OWN])
  expect(await change(next, [OTHER])).toEqual([2])
  await client.query('COMMIT')
  client.release()
  expect((await stored()).map(({ server }) => server)).toEqual([OWN, OTHER])
})

test('takes or keeps one row, counts the process once, and leaves that of a living one', async () => {
  await insert(1, null, ATTEMPTS - 1)
  await insert(2, OTHER)
  await insert(3, GONE)
  const one = works.takeOne({
    id: '$1',
    server: '$2',
    where: 'NOT done',
    set: (isOneTooMany) => `done = ${isOneTooMany}`,
  })
  const isDone = async () =>
    (await db.pool.query<{ done: boolean }>('SELECT done FROM works WHERE id = 1')).rows[0]?.done
  expect(await change(one, [1, OWN])).toEqual([1])
  expect(await change(one, [1, OWN])).toEqual([1])
  expect(await isDone()).toBe(false)
  expect((await stored())[0]).toMatchObject({ server: OWN, attempts: ATTEMPTS })
  expect(await change(one, [2, OWN])).toEqual([])
  expect(await change(one, [3, OWN])).toEqual([3])
  await db.pool.query('UPDATE works SET server_id = $1', [GONE])
  expect(await change(one, [1, OWN])).toEqual([1])
  expect(await isDone()).toBe(true)
})

test('reopens rows of gone processes and those that this one no longer works on, and tells the last attempt', async () => {
  await insert(1, GONE, ATTEMPTS)
  await insert(2, OWN, 1)
  await insert(3, OWN, 1)
  await insert(4, OTHER, 1)
  const reopen = works.reopen({
    server: '$1',
    working: '$2',
    where: 'server_id IS NOT NULL',
    set: (isLast) => `state = CASE WHEN ${isLast} THEN 9 ELSE 0 END`,
  })
  expect((await change(reopen, [OWN, [3]])).toSorted((one, other) => one - other)).toEqual([1, 2])
  expect(await stored()).toEqual([
    { id: 1, server: null, attempts: ATTEMPTS, state: 9 },
    { id: 2, server: null, attempts: 1, state: 0 },
    { id: 3, server: OWN, attempts: 1, state: 0 },
    { id: 4, server: OTHER, attempts: 1, state: 0 },
  ])
})

test('gives one row back, counted or not, in the state in which it was taken', async () => {
  for (const id of [1, 2, 3]) await insert(id, OWN, 1)
  await db.pool.query('UPDATE works SET state = 1')
  await works.release(db.pool, OWN, { id: 1 })
  await works.release(db.pool, OWN, { id: 2, isCounted: true, state: 1 })
  await works.release(db.pool, OWN, { id: 3, state: 2 })
  await works.release(db.pool, OTHER, { id: 3 })
  expect(await stored()).toEqual([
    { id: 1, server: null, attempts: 0, state: 0 },
    { id: 2, server: null, attempts: 1, state: 0 },
    { id: 3, server: OWN, attempts: 1, state: 1 },
  ])
})

test('gives all open rows of a process back, uncounted', async () => {
  for (const id of [1, 2]) await insert(id, OWN, id)
  await insert(3, OTHER, 1)
  await insert(4, OWN, 1)
  await db.pool.query('UPDATE works SET done = true WHERE id = 4')
  await works.release(db.pool, OWN)
  expect((await stored()).map(({ server, attempts }) => [server, attempts])).toEqual([
    [null, 0],
    [null, 1],
    [OTHER, 1],
    [OWN, 1],
  ])
})

test('holds an open row of this process only', async () => {
  await insert(1, OWN)
  await insert(2, OTHER)
  await insert(3, OWN)
  await db.pool.query('UPDATE works SET done = true WHERE id = 3')
  const held = async (id: number) =>
    (await db.pool.query(`SELECT FROM works WHERE ${works.isHeld()} FOR UPDATE`, [id, OWN])).rows.length
  expect([await held(1), await held(2), await held(3)]).toEqual([1, 0, 0])
})

test('the last attempt is the one after which work that fails is given up, and none too many', () => {
  const attempts = [1, ATTEMPTS - 1, ATTEMPTS, ATTEMPTS + 1]
  expect(attempts.map((count) => isLastAttempt({ attempts: count }))).toEqual([false, false, true, true])
  expect(attempts.map((count) => isOneTooMany({ attempts: count }))).toEqual([false, false, false, true])
  expect(isLastAttempt({ attempts: 2 }, 2)).toBe(true)
})
