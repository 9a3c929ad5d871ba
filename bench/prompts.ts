// The prompt repository: latency of its list over HTTP for a user who may read 2,000 of 50,000 prompts.
//   node bench/prompts.ts [prompts] [readable]          embedded
//   DATABASE_URL=postgres://… node bench/prompts.ts     a PostgreSQL server; makes and drops a database of its own
// Exits with 1 when a 95th percentile exceeds its budget.
import { contract, placeholdersOf } from '@polylogue/contract'
import type { Database } from '../apps/server/src/platform/db/index.ts'
import { summary } from './lib/figures.ts'
import { measure, withApp, type Ask, type Reader } from './lib/in-process.ts'

const PROMPTS = Number(process.argv[2] ?? 50_000)
const READABLE = Number(process.argv[3] ?? 2_000)
const PEOPLE = 100
const LABELS = 50
const STEP = 2_000
const ROUNDS = 60
const PLACEHOLDERS_MS = 10
const BUDGET_MS = process.env['DATABASE_URL'] ? 50 : 80

/** Inserts 100 owners with all prompts, each with a category and two tags; the readable ones are shared with one team. */
async function fill({ pool }: Database, reader: Reader): Promise<void> {
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT 100000 + n, gen_random_uuid(), 5, 'P', 100000 + n FROM generate_series(1, $1) n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO users (id, uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
     SELECT 100000 + n, gen_random_uuid(), 100000 + n, 'P', 'P', 'p' || n, 'p' || n || '@example.org', '', 4
     FROM generate_series(1, $1) n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     VALUES (200000, gen_random_uuid(), 3, 'Team', 100001)`,
  )
  await pool.query('INSERT INTO associations (context_id, assoc_context_id) VALUES (200000, $1)', [
    reader.contextId,
  ])
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT 300000 + n, gen_random_uuid(), 7, 'Prompt ' || n, 100001 + n % $2 FROM generate_series(1, $1) n`,
    [PROMPTS, PEOPLE],
  )
  // In steps: the embedded database ends statements that take too long.
  for (let from = 0; from < PROMPTS; from += STEP)
    await pool.query(
      `WITH made AS (
        INSERT INTO prompts (uuid, context_id, owner_id, name, comment, prompt, output_form_id, modified)
        SELECT gen_random_uuid(), 300000 + n, 100001 + n % $3, 'Prompt ' || n, 'For offer ' || n,
          'Compare the offers of {{bidder}} for lot ' || n || repeat(' and say what differs in price and scope', 12), 1,
          now() - n * interval '1 minute'
        FROM generate_series($1::int, $2::int) n RETURNING *)
       INSERT INTO prompt_versions (prompt_id, version, name, comment, prompt, output_form_id, model_id, model_name,
         options, changed_by, changed)
       SELECT id, 1, name, comment, prompt, 1, 0, '', '{}', owner_id, modified FROM made`,
      [from + 1, Math.min(PROMPTS, from + STEP), PEOPLE],
    )
  await pool.query(
    `INSERT INTO labels (id, kind, name)
     SELECT 1000 + n, CASE WHEN n % 2 = 0 THEN 'category' ELSE 'tag' END, 'Label ' || n FROM generate_series(1, $1) n`,
    [LABELS],
  )
  await pool.query(
    `INSERT INTO item_labels (context_id, label_id)
     SELECT 300000 + n, 1001 + (n / 25 + m * 7) % $2 FROM generate_series(1, $1) n, generate_series(1, 3) m`,
    [PROMPTS, LABELS],
  )
  await pool.query(
    `INSERT INTO associations (context_id, assoc_context_id)
     SELECT 300000 + n * ($1 / $2), 200000 FROM generate_series(1, $2) n`,
    [PROMPTS, READABLE],
  )
  await pool.query('VACUUM ANALYZE')
}

const asking =
  (query: object): Ask =>
  (client) =>
    client.call(contract.prompts.list, { query: { limit: 10, ...query } })

const LISTS: Record<string, Ask> = {
  'the first page': asking({}),
  'the last page': asking({ offset: READABLE - 10 }),
  'search everywhere': asking({ q: 'offer 1' }),
  'search in titles': asking({ q: 'prompt 2', in: 'title' }),
  'search in labels': asking({ q: 'label 12', in: 'categories,tags' }),
  'search without a match': asking({ q: 'zebrafisch' }),
  'a category and a tag': asking({ categories: '1002,1004', tags: '1003,1005' }),
}

const TEXTS = { 'only opening braces': '{{'.repeat(50_000), complete: '{{x}}'.repeat(50_000) }
for (const [what, text] of Object.entries(TEXTS)) {
  const times = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now()
    placeholdersOf(text)
    return performance.now() - begin
  })
  const figures = summary(times)
  console.log(`placeholders of 50,000 {{: ${what}`, figures)
  if (!figures || figures.p50 > PLACEHOLDERS_MS) process.exitCode = 1
}

await withApp(async (db, reader) => {
  await fill(db, reader)
  console.log(`${db.kind}: ${READABLE} of ${PROMPTS} prompts shared with a team of one person`)
  await measure(LISTS, reader, BUDGET_MS)
})
