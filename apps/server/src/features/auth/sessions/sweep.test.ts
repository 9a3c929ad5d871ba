// The sweep of old sessions beside changes of many accounts, on PostgreSQL.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serverUrl } from '#test/db.ts'
import { testApp, type TestApp } from '#test/test-app.ts'
import { sweep } from './store.ts'

describe.runIf(serverUrl)('the sweep of old sessions', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  test('locks users in the order of their ids, as bulk changes do, and keeps when they were last seen', async () => {
    const { pool } = app.db
    const ids: number[] = []
    for (let n = 0; n < 6; n++) ids.push((await app.deps.user()).id)
    const [first = 0, ...others] = ids.toSorted((a, b) => a - b)
    await pool.query(`UPDATE sessions SET last_used = '2020-01-01', ends = '2020-01-02'`)
    // The rows are now stored in the reverse order of their ids.
    for (const id of [...others.toReversed(), first])
      await pool.query('UPDATE users SET last_seen = NULL WHERE id = $1', [id])
    const bulk = await pool.connect()
    try {
      await bulk.query('BEGIN')
      await bulk.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [first])
      const sweeping = sweep(app.db.orm, new Date('2021-01-01'), new Date('2021-01-01'))
      await vi.waitFor(async () => {
        const { rows } = await bulk.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
        )
        expect(rows).toHaveLength(1)
      }, 20_000)
      // Deadlocks when the sweep holds one of these while it waits for the first.
      await bulk.query(
        'SELECT FROM users WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE NOWAIT',
        [others],
      )
      await bulk.query('COMMIT')
      await sweeping
    } finally {
      await bulk.query('ROLLBACK')
      bulk.release()
    }
    const { rows } = await pool.query(
      'SELECT FROM users WHERE id = ANY ($1::bigint[]) AND last_seen IS NOT NULL',
      [ids],
    )
    expect(rows).toHaveLength(6)
  })
})
