// Access checks: latency of lists over HTTP for a user in 50 groups, with 10,000 shared items of other users.
//   node bench/access.ts [items] [people]               embedded
//   DATABASE_URL=postgres://… node bench/access.ts      a PostgreSQL server; makes and drops a database of its own
// Exits with 1 when a 95th percentile exceeds its budget.
import { contract } from '@polylogue/contract'
import type { Database } from '../apps/server/src/platform/db/index.ts'
import type { Client } from '@polylogue/client'
import { measure, withApp, type Ask } from './lib/in-process.ts'

const ITEMS = Number(process.argv[2] ?? 10_000)
const PEOPLE = Number(process.argv[3] ?? 20_000)
const GROUPS = 50
const BUDGET_MS = { access: process.env['DATABASE_URL'] ? 20 : 50, search: 50 }

const FIRST = 'Anna Bert Clara Dimitar Elif Farid Gerda Hristo Ines Jörg Katya Lars Mira Nuno Olga'.split(' ')
const LAST =
  'Abel Becker Çelik Dimitrov Engel Fischer García Huber Ivanova Jansen Kowalski Lindt Müller'.split(' ')

/**
 * Inserts people; the reader's groups, half of them nested; and other users' items, half of them shared with those groups.
 */
async function fill({ pool }: Database, reader: { contextId: number }): Promise<void> {
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT 100000 + n, gen_random_uuid(), 5, 'P', 100000 + n FROM generate_series(1, $1) n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO users (id, uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
     SELECT 100000 + n, gen_random_uuid(), 100000 + n, ($2::text[])[1 + n % array_length($2::text[], 1)],
       ($3::text[])[1 + n / 7 % array_length($3::text[], 1)], 'person' || n, 'person' || n || '@example.org', '', 4
     FROM generate_series(1, $1) n`,
    [PEOPLE, FIRST, LAST],
  )
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT 200000 + n, gen_random_uuid(), 3, 'Team ' || n, 100001 FROM generate_series(1, $1 * 4) n`,
    [GROUPS],
  )
  await pool.query(
    `INSERT INTO associations (context_id, assoc_context_id)
     SELECT 200000 + n, CASE WHEN n % 2 = 0 THEN $2::bigint ELSE 200000 + n + 1 END FROM generate_series(1, $1) n`,
    [GROUPS, reader.contextId],
  )
  await pool.query(
    `INSERT INTO associations (context_id, assoc_context_id)
     SELECT 200000 + n, 100000 + 1 + (n * 100 + m) % $2 FROM generate_series(1, $1 * 4) n, generate_series(1, 40) m
     ON CONFLICT DO NOTHING`,
    [GROUPS, PEOPLE],
  )
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT 300000 + n, gen_random_uuid(), 4, 'Project ' || n, 100001 + n % 100 FROM generate_series(1, $1 * 2) n`,
    [ITEMS],
  )
  await pool.query(
    `INSERT INTO projects (uuid, context_id, owner_id, name, type, last_used)
     SELECT gen_random_uuid(), 300000 + n, 100001 + n % 100, 'Project ' || n, 2, now() - n * interval '1 minute'
     FROM generate_series(1, $1 * 2) n`,
    [ITEMS],
  )
  await pool.query(
    `INSERT INTO associations (context_id, assoc_context_id, can_write)
     SELECT 300000 + n, 200000 + 1 + CASE WHEN n % 2 = 0 THEN n / 2 % $2 ELSE $2 + n / 2 % ($2 * 3) END, n % 3 = 0
     FROM generate_series(1, $1 * 2) n`,
    [ITEMS, GROUPS],
  )
  await pool.query('VACUUM ANALYZE')
}

const LISTS: Record<string, Ask> = {
  'users/{id}/projects': (client, id) => client.call(contract.projects.list, { params: { id }, query: {} }),
  'contexts/projects': (client) =>
    client.call(contract.contexts.list, { params: { id: 'projects' }, query: {} }),
  'contexts/teams': (client) => client.call(contract.contexts.list, { params: { id: 'teams' }, query: {} }),
}

const SEARCHES: Record<string, Ask> = {
  'users/{id}/projects?q=project 19': (client, id) =>
    client.call(contract.projects.list, { params: { id }, query: { q: 'project 19' } }),
  ...Object.fromEntries(
    ['', 'a', 'mül', 'anna', 'person1999', 'zebrafisch'].map((q) => [
      `contexts?q=${q}`,
      (client: Client) => client.call(contract.contexts.search, { query: { q, limit: 20 } }),
    ]),
  ),
}

await withApp(async (db, reader) => {
  await fill(db, reader)
  console.log(
    `${db.kind}: ${ITEMS} items shared with ${GROUPS} groups of one person, ${ITEMS} others, ${PEOPLE} people`,
  )
  await measure(LISTS, reader, BUDGET_MS.access)
  await measure(SEARCHES, reader, BUDGET_MS.search)
})
