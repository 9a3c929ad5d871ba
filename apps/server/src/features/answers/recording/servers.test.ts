// Cleaning up after a dead process: one answer that cannot be stored does not block the others (FAULT-7).
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storeMessage } from '#test/messages.ts'
import { testApp } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import { enterServers } from './servers.ts'
import { databaseIsYoung } from './servers-store.ts'

test('answers of a dead process are ended even when the text of one cannot be stored', async () => {
  await using app = await testApp()
  const anna = await app.deps.user()
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  const dead = randomUUID()
  await app.db.pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 1)', [dead])
  const ids: number[] = []
  for (const text of ['POISON', 'half of one', 'half of another']) {
    const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id, response: '', state: 1 })
    await app.db.pool.query('UPDATE messages SET server_id = $2 WHERE id = $1', [id, dead])
    const events = [
      { type: 'text', text: '' },
      { type: 'text', text },
    ]
    await app.db.pool.query('INSERT INTO answer_events VALUES ($1, 1, 2, $2)', [id, JSON.stringify(events)])
    ids.push(id)
  }
  await app.db.pool.query(
    `ALTER TABLE messages ADD CONSTRAINT words CHECK (response_text NOT LIKE '%POISON%')`,
  )
  // Of a PostgreSQL that started a moment ago nobody is thought dead.
  await expect.poll(() => databaseIsYoung(app.db)).toBe(false)
  const told: number[] = []
  const servers = await enterServers({
    db: app.db,
    id: randomUUID(),
    log: openLog('silent'),
    isLive: () => false,
    ended: (some) => Promise.resolve(void told.push(...some)),
    reaped: () => Promise.resolve(),
    before: () => Promise.resolve(),
  })
  await servers.close()
  const { rows } = await app.db.pool.query(
    'SELECT state, response_text AS text FROM messages WHERE id = ANY ($1) ORDER BY id',
    [ids],
  )
  expect(rows).toEqual([
    { state: 3, text: '' },
    { state: 3, text: 'half of one' },
    { state: 3, text: 'half of another' },
  ])
  expect(told.toSorted((a, b) => a - b)).toEqual(ids)
})

test('a question that was stored although its process did not hear of it is ended; a running one is not', async () => {
  await using app = await testApp()
  const anna = await app.deps.user()
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  const own = randomUUID()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const ids: number[] = []
  const servers = await enterServers({
    db: app.db,
    id: own,
    log: openLog('silent'),
    isLive: (messageId) => messageId === ids[1],
    ended: () => Promise.resolve(),
    reaped: () => Promise.resolve(),
    before: () => Promise.resolve(),
  })
  for (let count = 0; count < 2; count++) {
    const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id, response: '', state: 1 })
    await app.db.pool.query('UPDATE messages SET server_id = $2 WHERE id = $1', [id, own])
    ids.push(id)
  }
  const searchAgain = async () => {
    vi.advanceTimersByTime(10_000)
    const { rows } = await app.db.pool.query(
      'SELECT state, error_code AS code FROM messages WHERE id = ANY ($1) ORDER BY id',
      [ids],
    )
    return rows
  }
  await expect.poll(searchAgain).toEqual([
    { state: 3, code: 'INTERRUPTED' },
    { state: 1, code: null },
  ])
  await servers.close()
})

test('a process starts although the answer of a dead one is locked, and tells of no end then', async () => {
  await using app = await testApp()
  const anna = await app.deps.user()
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  const dead = randomUUID()
  await app.db.pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 1)', [dead])
  const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id, response: '', state: 1 })
  await app.db.pool.query('UPDATE messages SET server_id = $2 WHERE id = $1', [id, dead])
  // The embedded database has one session, which no other one locks.
  await app.db.pool.query(`CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'locked' USING ERRCODE = '55P03'; END $$`)
  await app.db.pool.query(
    'CREATE TRIGGER held BEFORE UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION held()',
  )
  const told: number[][] = []
  const servers = await enterServers({
    db: app.db,
    id: randomUUID(),
    log: openLog('silent'),
    isLive: () => false,
    ended: (some) => Promise.resolve(void told.push(some)),
    reaped: () => Promise.resolve(),
    before: () => Promise.resolve(),
  })
  await servers.close()
  expect(told).toEqual([])
  const { rows } = await app.db.pool.query('SELECT state FROM messages WHERE id = $1', [id])
  expect(rows).toEqual([{ state: 1 }])
})
