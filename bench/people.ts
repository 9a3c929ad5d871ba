// The user list: latency of a page among 20,000 users, and of a search.
//   node bench/people.ts [people]                       embedded
//   DATABASE_URL=postgres://… node bench/people.ts      a PostgreSQL server; makes and drops a database of its own
// Exits with 1 when the 95th percentile of a first page or of a search is over 50 ms.
import { join } from 'node:path'
import { PERMISSIONS } from '../packages/contract/src/index.ts'
import type { Person } from '../apps/server/src/access/index.ts'
import { usersFeature, type UsersService } from '../apps/server/src/features/users/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { openDatabase, type Database } from '../apps/server/src/platform/db/index.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { openPlace } from './lib/place.ts'

const PEOPLE = Number(process.argv[2] ?? 20_000)
const ROUNDS = 40
const BUDGET_MS = 50
const log = openLog('silent')

const FIRST =
  'Anna Bert Clara Dimitar Elif Farid Gerda Hristo Ines Jörg Katya Lars Mira Nuno Olga Petra'.split(' ')
const LAST =
  'Abel Becker Çelik Dimitrov Engel Fischer García Huber Ivanova Jansen Kowalski Lindt Müller'.split(' ')

/** List queries. `q` ranges from matching everybody to matching nobody. */
const ASKED: Readonly<Record<string, Partial<Parameters<UsersService['list']>[1]>>> = {
  'first page': {},
  'first page by name': { sort: 'name' },
  'first page of a role': { roleId: 3 },
  'found by everybody’s part': { q: 'example' },
  'found by a first name': { q: 'petra' },
  'found by a whole name': { q: 'petra müller' },
  'found by an address': { q: 'person19876@' },
  'found by name, sorted': { q: 'müller', sort: 'name' },
  'found by nobody’s part': { q: 'zebrafisch' },
}

/** One in ten belongs to a tenant, one in forty is an administrator. */
async function fill({ pool }: Database): Promise<void> {
  await pool.query(`INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
    VALUES (900, gen_random_uuid(), 6, 'Tenant', 1)`)
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT 1000 + n, gen_random_uuid(), 5, 'P', 1000 + n FROM generate_series(1, $1) n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO users (id, uuid, context_id, tenant_context_id, first_name, last_name, username, email, password_hash, role_id)
     SELECT 1000 + n, gen_random_uuid(), 1000 + n, CASE WHEN n % 10 = 0 THEN 900 END,
       ($2::text[])[1 + n % array_length($2::text[], 1)], ($3::text[])[1 + n / 7 % array_length($3::text[], 1)],
       'person' || n, 'person' || n || '@example.org', repeat('x', 97), CASE WHEN n % 40 = 1 THEN 3 ELSE 4 END
     FROM generate_series(1, $1) n`,
    [PEOPLE, FIRST, LAST],
  )
  await pool.query('ANALYZE')
}

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? NaN
}

async function measure(service: UsersService, viewer: Person): Promise<number> {
  let worst = 0
  for (const [what, asked] of Object.entries(ASKED)) {
    const times: number[] = []
    let total = 0
    for (let round = 0; round < 3; round++)
      await service.list(viewer, { limit: 10, offset: 0, sort: 'newest', ...asked })
    for (let round = 0; round < ROUNDS; round++) {
      const begin = performance.now()
      const page = await service.list(viewer, { limit: 10, offset: 0, sort: 'newest', ...asked })
      times.push(performance.now() - begin)
      total = page.total
    }
    const p95 = percentile(times, 0.95)
    worst = Math.max(worst, p95)
    const told = [percentile(times, 0.5), p95, Math.max(...times)].map((ms) =>
      `${ms.toFixed(1)} ms`.padStart(8),
    )
    console.log(`${what.padEnd(28)} p50 ${told[0]}  p95 ${told[1]}  worst ${told[2]}  of ${total}`)
  }
  return worst
}

async function run(db: Database): Promise<void> {
  await fill(db)
  const nobody = () => Promise.reject(new Error('a list needs only itself'))
  const { service } = usersFeature({
    db,
    clock: systemClock,
    bus: { publish: nobody },
    audit: { record: nobody, recordAll: nobody },
    minimumPasswordStrength: () => 40,
    allowDeleteOwnProfile: () => false,
    licence: { current: () => ({ licenseType: '', licenseEnd: null, companyName: '', expired: false }) },
    endSessions: nobody,
    belongings: () => [],
    projectIdsOf: () => Promise.resolve([]),
  })
  const place = { userId: 1041, contextId: 1041, sessionId: '' }
  const administrator: Person = {
    kind: 'person',
    ...place,
    tenantContextId: null,
    roleId: 3,
    permissions: new Set(PERMISSIONS),
  }
  console.log(`${db.kind}: ${PEOPLE} people, as the super user sees them`)
  const all = await measure(service, { ...administrator, roleId: 1 })
  console.log(`${db.kind}: outside of the tenant’s wall, as an administrator sees them`)
  const some = await measure(service, administrator)
  const worst = Math.max(all, some)
  console.log(`slowest p95 ${worst.toFixed(1)} of ${BUDGET_MS} ms`)
  if (worst > BUDGET_MS) process.exitCode = 1
}

const where = await openPlace()
try {
  const migrationsDir = join(import.meta.dirname, '../apps/server/migrations')
  const db = await openDatabase({ ...where, migrationsDir, log })
  try {
    await run(db)
  } finally {
    await db.close()
  }
} finally {
  await where.drop()
}
