// Stored notifications: latency over HTTP for a person with many, of which some are about items that others shared.
//   node bench/notifications.ts [entries]                    embedded
//   DATABASE_URL=postgres://… node bench/notifications.ts    a PostgreSQL server; makes and drops a database of its own
// Exits with 1 when a 95th percentile exceeds its budget.
import { contract } from '@polylogue/contract'
import type { Database } from '../apps/server/src/platform/db/index.ts'
import { measure, withApp, type Reader } from './lib/in-process.ts'

const ENTRIES = Number(process.argv[2] ?? 10_000)
const ITEMS = 500
const BUDGET_MS = 50

/** Inserts another person's projects, shared with the reader through a group, and entries about them and requests. */
async function fill({ pool }: Database, { id, contextId }: Reader): Promise<void> {
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id) VALUES
      (100000, gen_random_uuid(), 5, 'P', 100000), (100001, gen_random_uuid(), 3, 'Team', 100000)`,
  )
  await pool.query(
    `INSERT INTO users (id, uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
      VALUES (100000, gen_random_uuid(), 100000, 'Bert', 'Becker', 'bert', 'bert@example.org', '', 4)`,
  )
  await pool.query('INSERT INTO associations (context_id, assoc_context_id) VALUES (100001, $1)', [contextId])
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
      SELECT 200000 + n, gen_random_uuid(), 4, 'Project ' || n, 100000 FROM generate_series(1, $1) n`,
    [ITEMS],
  )
  await pool.query(
    `INSERT INTO projects (id, uuid, context_id, owner_id, name, type)
      SELECT 200000 + n, gen_random_uuid(), 200000 + n, 100000, 'Project ' || n, n % 2 FROM generate_series(1, $1) n`,
    [ITEMS],
  )
  await pool.query(
    'INSERT INTO associations (context_id, assoc_context_id) SELECT 200000 + n, 100001 FROM generate_series(1, $1) n',
    [ITEMS],
  )
  await pool.query('INSERT INTO notification_readers (user_id) VALUES ($1)', [id])
  await pool.query(
    `INSERT INTO notifications (id, place, user_id, thread, kind, actor_id, noun, item_id, context_id, data)
      SELECT place, place, $1, 'item ' || n % $3, CASE n % 5 WHEN 0 THEN 'approvalAsked' ELSE 'shared' END, 100000, 'project',
        200001 + n % $3, 200001 + n % $3, '{"requestId": "1", "asked": "1"}'
      FROM (SELECT nextval('notification_places') AS place, n FROM generate_series(1, $2) n) made`,
    [id, ENTRIES, ITEMS],
  )
  await pool.query('ANALYZE')
}

const listed = (query: { read?: string; limit?: number }) => (client: Reader['client'], userId: number) =>
  client.call(contract.notifications.list, { params: { userId }, query })

await withApp(async (db, reader) => {
  await fill(db, reader)
  console.log(`${ENTRIES} notifications of one person, ${db.kind}`)
  await measure(
    {
      'list of 70': listed({ limit: 70 }),
      'the bell’s thirty': listed({ limit: 30, read: 'false' }),
      'mark all': async (client, userId) => {
        const request = { params: { userId }, body: { markAsRead: true } } as const
        await client.call(contract.notifications.markAll, request)
        return { data: { marked: [] } }
      },
      'list of 70, all read': listed({ limit: 70 }),
      'unread, all read': listed({ limit: 30, read: 'false' }),
    },
    reader,
    BUDGET_MS,
  )
})
