// Access checks: latency of lists over HTTP for a user in 50 groups, with 10,000 shared items of other users.
//   node bench/access.ts [items] [people]               embedded
//   DATABASE_URL=postgres://… node bench/access.ts      a PostgreSQL server; makes and drops a database of its own
// Exits with 1 when a 95th percentile exceeds its budget.
import { join } from 'node:path'
import { contract } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import { createApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { openDatabase, type Database } from '../apps/server/src/platform/db/index.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { summary } from './lib/figures.ts'
import { openPlace } from './lib/place.ts'

const ITEMS = Number(process.argv[2] ?? 10_000)
const PEOPLE = Number(process.argv[3] ?? 20_000)
const GROUPS = 50
const ROUNDS = 60
const log = openLog('silent')
const server = process.env['DATABASE_URL']
const BUDGET_MS = { access: server ? 20 : 50, search: 50 }

const anna = {
  firstName: 'Anna',
  lastName: 'Schulz',
  email: 'anna@example.org',
  password: 'Ein-guter-Satz-42',
}

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

type Ask = (client: Client, userId: number) => Promise<{ data: object }>

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

async function measure(asks: Record<string, Ask>, client: Client, userId: number, budget: number) {
  for (const [what, ask] of Object.entries(asks)) {
    const times: number[] = []
    let found = 0
    for (let round = -5; round < ROUNDS; round++) {
      const begin = performance.now()
      const { data } = await ask(client, userId)
      if (round >= 0) times.push(performance.now() - begin)
      found = (Object.values(data)[0] as unknown[]).length
    }
    const figures = summary(times)
    console.log(what.padEnd(34), `${found} found`.padStart(10), figures)
    if (!figures || figures.p95 > budget) process.exitCode = 1
  }
}

async function run(db: Database, dataDir: string): Promise<void> {
  const config = readConfig(
    {
      PORT: '0',
      POLYLOGUE_DATA_DIR: dataDir,
      POLYLOGUE_ADMIN_EMAIL: 'root@example.org',
      POLYLOGUE_ADMIN_PASSWORD: anna.password,
    },
    'bench',
  )
  const limits = { ...config.file.limits, requestsPerMinute: 1_000_000 }
  const home = join(import.meta.dirname, '../apps/server')
  const app = await createApp({
    config: { ...config, file: { ...config.file, limits } },
    db,
    log,
    clock: systemClock,
    home,
  })
  try {
    const baseUrl = await app.listen()
    const prepared = await app.users.prepare(anna)
    const reader = await db.transaction((tx) => app.users.create(tx, prepared, { roleId: 4 }))
    await fill(db, reader)
    const signIn = { userName: anna.email, userPassword: anna.password }
    const { data } = await createClient({ baseUrl }).call(contract.auth.authenticate, { body: signIn })
    const client = createClient({ baseUrl, token: () => data.access_token })
    console.log(
      `${db.kind}: ${ITEMS} items shared with ${GROUPS} groups of one person, ${ITEMS} others, ${PEOPLE} people`,
    )
    await measure(LISTS, client, reader.id, BUDGET_MS.access)
    await measure(SEARCHES, client, reader.id, BUDGET_MS.search)
  } finally {
    await app.close(0)
  }
}

const { drop, ...where } = await openPlace()
try {
  const migrationsDir = join(import.meta.dirname, '../apps/server/migrations')
  await run(await openDatabase({ ...where, migrationsDir, log }), where.dataDir)
} finally {
  await drop()
}
