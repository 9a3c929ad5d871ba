// Full-text search over one person's messages: how long a find takes, and what indexing a message costs.
//   node bench/search.mjs [messages]                     embedded
//   DATABASE_URL=postgres://… node bench/search.mjs      a PostgreSQL server; makes and drops a database of its own
// Ends with 1 when the 95th percentile is over its budget: 100 ms embedded, 50 ms on PostgreSQL, for 100,000 messages.
import { join } from 'node:path'
import { projectItem } from '../apps/server/src/features/projects/index.ts'
import { searchFeature } from '../apps/server/src/features/search/index.ts'
import { openDatabase } from '../apps/server/src/platform/db/index.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { openPlace } from './lib/place.ts'

const MESSAGES = Number(process.argv[2] ?? 100_000)
const OTHERS = Math.round(MESSAGES / 4)
const ROUNDS = 10
const migrationsDir = join(import.meta.dirname, '../apps/server/migrations')

/** Words by Zipf's law, made of syllables, with some real ones among the most frequent. */
function corpus() {
  let state = 1
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32
  const real =
    'the is a of and to die der und project model question answer data Haus Häuser laufen running house time system'
  const syllables =
    'ka lo mi ter ver un ge schaft tion ing er en ba ne ru so pro con tra bel haus licht wort sta dent lich keit able'
  const parts = syllables.split(' ')
  const words = real.split(' ')
  while (words.length < 30_000) {
    const length = 2 + Math.floor(random() * 3)
    words.push(Array.from({ length }, () => parts[Math.floor(random() * parts.length)]).join(''))
  }
  const word = () => words[Math.max(0, Math.floor(words.length ** random()) - 1)]
  return { words, text: (length) => Array.from({ length }, word).join(' ') }
}

const { words, text } = corpus()
/** What people look for, from what most messages hold to what none does. */
const QUERIES = {
  'in most messages': ['the', 'is', 'der', 'und'],
  'in very many': ['question', 'model', 'data', 'time'],
  'several words': [
    'question answer',
    'running data system',
    'the model answers questions',
    'project OR model',
  ],
  German: ['Haus', 'Häuser laufen', 'läuft', 'der die und'],
  'in some': [words[400], words[900], words[2_000], `${words[300]} ${words[500]}`],
  rare: ['zebrafisch', words[12_000], words[25_000], `zebrafisch ${words[50]}`],
  'in none': ['nirgendwo123', 'the nirgendwo123', 'xyzzy plugh', 'qwertzuiop'],
  beginnings: ['zebraf', 'nirgendwo', words[12_000].slice(0, 5), 'con', 'ver', 'schaftk'],
  neighbours: ['"the model"', '"question answer data"', '"der und"', `"${words[300]} ${words[500]}"`],
  without: ['question -answer', '-the', 'the -is', 'model -"the model"'],
}

async function fill(db) {
  const { pool } = db
  await pool.query(`INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
    SELECT n, gen_random_uuid(), 5, 'P', n FROM generate_series(1001, 1010) n`)
  await pool.query(`INSERT INTO users (id, uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
    SELECT n, gen_random_uuid(), n, 'A', 'B', 'u' || n, 'u' || n, '', 4 FROM generate_series(1001, 1010) n`)
  // Five hundred chats of the one person; nine others with ten each, one of them shared.
  await pool.query(`INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
    SELECT 2000 + n, gen_random_uuid(), 4, 'Q', CASE WHEN n < 500 THEN 1001 ELSE 1002 + (n - 500) % 9 END
    FROM generate_series(0, 589) n`)
  await pool.query(`INSERT INTO projects (id, uuid, context_id, owner_id, name)
    SELECT id, gen_random_uuid(), id, owner_context_id, 'A model project ' || id FROM contexts WHERE type_id = 4`)
  await pool.query(`INSERT INTO tabs (id, uuid, project_id, tab_index, name)
    SELECT 10 * id + t, gen_random_uuid(), id, t, 'Tab ' || t FROM projects, generate_series(1, 2) t`)
  await pool.query(
    'INSERT INTO associations (context_id, assoc_context_id) VALUES (2500, 1001), (2501, 1001)',
  )
  const total = MESSAGES + OTHERS
  for (let from = 0; from < total; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, total - from) }, (_, index) => {
      const n = from + index
      const project = n % 5 === 4 ? 2500 + (n % 90) : 2000 + (n % 500)
      return {
        tab: 10 * project + 1 + (n % 2),
        query: text(30),
        answer: text(150) + (n % 5_003 ? '' : ' zebrafisch'),
      }
    })
    await pool.query(
      `INSERT INTO messages (uuid, tab_id, turn_id, user_id, model_id, model_tag_id, model_name, model_tag_name,
        query_text, response_text, state)
       SELECT gen_random_uuid(), tab, 1, 1001, 1, 1, 'Guide', 'latest', query, answer, 2
       FROM unnest($1::bigint[], $2::text[], $3::text[]) AS row (tab, query, answer)`,
      [rows.map(({ tab }) => tab), rows.map(({ query }) => query), rows.map(({ answer }) => answer)],
    )
  }
}

function percentile(times, part) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]
}
const ms = (value) => `${value.toFixed(1)} ms`

async function measure(service) {
  const viewer = {
    kind: 'user',
    userId: 1001,
    contextId: 1001,
    tenantContextId: null,
    roleId: 4,
    permissions: new Set(),
    sessionId: '',
  }
  const all = []
  for (const [kind, queries] of Object.entries(QUERIES)) {
    const times = []
    let finds = 0
    for (let round = 0; round < ROUNDS; round++)
      for (const query of queries) {
        const begin = performance.now()
        finds = Math.max(finds, (await service.find(viewer, query, 20)).length)
        times.push(performance.now() - begin)
      }
    all.push(...times)
    console.log(
      `${kind.padEnd(18)} p50 ${ms(percentile(times, 0.5)).padStart(9)}  p95 ${ms(percentile(times, 0.95)).padStart(9)}  worst ${ms(Math.max(...times)).padStart(9)}  finds ≤ ${finds}`,
    )
  }
  return all
}

async function run(db) {
  const { service } = searchFeature({
    db,
    log: openLog('silent'),
    jobs: { enqueue: () => Promise.resolve() },
    types: [projectItem],
  })
  await fill(db)
  const begin = performance.now()
  await service.catchUp(new AbortController().signal)
  const each = (performance.now() - begin) / (MESSAGES + OTHERS)
  const { rows } = await db.pool.query('SELECT max(id) AS newest FROM messages')
  const single = []
  for (let n = 0; n < 200; n++) {
    const start = performance.now()
    await service.indexMessages([rows[0].newest - n])
    single.push(performance.now() - start)
  }
  console.log(`${db.kind}: ${MESSAGES} messages of one person, ${OTHERS} of others`)
  console.log(
    `indexing           ${ms(each)} each in batches; alone p50 ${ms(percentile(single, 0.5))}, p95 ${ms(percentile(single, 0.95))}`,
  )
  const all = await measure(service)
  const budget = db.kind === 'embedded' ? 100 : 50
  const p95 = percentile(all, 0.95)
  console.log(`all                p95 ${ms(p95)} of ${budget} ms`)
  if (p95 > budget) process.exitCode = 1
}

const where = await openPlace()
try {
  const db = await openDatabase({ ...where, migrationsDir, log: openLog('silent') })
  try {
    await run(db)
  } finally {
    await db.close()
  }
} finally {
  await where.drop()
}
