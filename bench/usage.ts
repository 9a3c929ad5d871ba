// The usage of the installation, over HTTP: latency for a month and a year of a million answers, after the job summed them.
//   node bench/usage.ts [answers]                    embedded
//   DATABASE_URL=postgres://… node bench/usage.ts    a PostgreSQL server; makes and drops a database of its own
// Exits with 1 when a 95th percentile exceeds its budget.
import { contract } from '@polylogue/contract'
import type { Database } from '../apps/server/src/platform/db/index.ts'
import { sumUsage } from '../apps/server/src/features/usage/summing.ts'
import { measure, withApp, type Reader } from './lib/in-process.ts'

const ANSWERS = Number(process.argv[2] ?? 1_000_000)
const PEOPLE = 1_000
const PART = 50_000
const TEAMS = 50
const MODELS = 20
const BUDGET_MS = 100

/** Inserts a year of answers by people in teams, and makes the reader the super user. */
async function fill({ pool }: Database, reader: Reader): Promise<void> {
  await pool.query('UPDATE users SET role_id = 1 WHERE id = $1', [reader.id])
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
      SELECT 100000 + n, gen_random_uuid(), 5, 'P', 100000 + n FROM generate_series(1, $1) n
      UNION ALL SELECT 200000 + n, gen_random_uuid(), 3, 'Team ' || n, 100001 FROM generate_series(1, $2) n`,
    [PEOPLE, TEAMS],
  )
  await pool.query(
    `INSERT INTO users (id, uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
      SELECT 100000 + n, gen_random_uuid(), 100000 + n, 'P', n::text, 'p' || n, 'p' || n || '@example.org', '', 4
      FROM generate_series(1, $1) n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO associations (context_id, assoc_context_id, membership)
      SELECT 200001 + n % $2, 100000 + n, true FROM generate_series(1, $1) n`,
    [PEOPLE, TEAMS],
  )
  // In parts: a statement may take 30 seconds.
  for (let first = 1; first <= ANSWERS; first += PART)
    await pool.query(
      `INSERT INTO usage (user_id, door, model_name, model_tag_name, state, tokens_prompt, tokens_response, ms, at)
        SELECT 100001 + (n::bigint * 7919) % $2, 'web', 'model' || n % $3, 'latest', CASE n % 50 WHEN 0 THEN 3 ELSE 2 END, 800, 300,
          4000, now() - n * (interval '366 days' / $1) FROM generate_series($4::int, $5::int) n`,
      [ANSWERS, PEOPLE, MODELS, first, Math.min(ANSWERS, first + PART - 1)],
    )
  await pool.query('ANALYZE')
}

const sums = (days: number) => async (client: Reader['client']) => {
  const { data } = await client.call(contract.usage.ofInstallation, { query: { days } })
  return { data: { days: data.usage.byDay } }
}

await withApp(async (db, reader) => {
  await fill(db, reader)
  console.log(`${ANSWERS} answers of ${PEOPLE} people in a year, ${db.kind}`)
  const begin = performance.now()
  await sumUsage({ db, ending: new AbortController().signal })
  console.log(`summed in ${Math.round(performance.now() - begin)} ms`)
  await measure({ '30 days': sums(30), '366 days': sums(366) }, reader, BUDGET_MS)
})
