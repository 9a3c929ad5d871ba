// Administration of 500 people in 2,000 groups, over HTTP: latency of finding, filtering and changing.
//   node bench/administration.ts [people] [groups]          embedded
//   DATABASE_URL=postgres://… node bench/administration.ts  a PostgreSQL server; makes and drops a database of its own
// Then groups as a team lead sees them, who owns some and is in others. Exits with 1 when a 95th percentile exceeds its budget.
import { contract } from '@polylogue/contract'
import type { Database } from '../apps/server/src/platform/db/index.ts'
import { measure, withApp, type Ask, type Reader } from './lib/in-process.ts'

const PEOPLE = Number(process.argv[2] ?? 500)
const GROUPS = Number(process.argv[3] ?? 2_000)
/** Of the groups, this many belong to the team lead. */
const OWNED = 50
/** Groups of each person. */
const EACH = 12
const BUDGET_MS = 100
const FIRST =
  'Anna Bert Clara Dimitar Elif Farid Gerda Hristo Ines Jörg Katya Lars Mira Nuno Olga Petra'.split(' ')
const LAST =
  'Abel Becker Çelik Dimitrov Engel Fischer García Huber Ivanova Jansen Kowalski Weiß Müller'.split(' ')

let round = 0
const personId = (n: number) => 100_000 + n
const groupId = (n: number) => 200_000 + n

/** Makes the reader the super user. One group in ten is an org unit with nine teams inside, one in a hundred has nine of these. */
async function fill({ pool }: Database, reader: Reader): Promise<void> {
  await pool.query('UPDATE users SET role_id = 1 WHERE id = $1', [reader.id])
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT 100000 + n, gen_random_uuid(), 5, 'P', 100000 + n FROM generate_series(1, $1) n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO users (id, uuid, context_id, first_name, last_name, username, email, password_hash, role_id, last_sign_in)
     SELECT 100000 + n, gen_random_uuid(), 100000 + n, ($2::text[])[1 + n % array_length($2::text[], 1)],
       ($3::text[])[1 + n / 7 % array_length($3::text[], 1)], 'p' || n, 'p' || n || '@example.org', '',
       CASE WHEN n % 40 = 0 THEN 3 WHEN n % 15 = 0 THEN 8 ELSE 4 END, now() - n * interval '1 day'
     FROM generate_series(1, $1) n`,
    [PEOPLE, FIRST, LAST],
  )
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
     SELECT 200000 + n, gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 2 ELSE 3 END, 'Straßenbau ' || n, $2
     FROM generate_series(1, $1) n`,
    [GROUPS, reader.contextId],
  )
  await pool.query(
    `INSERT INTO associations (context_id, assoc_context_id)
     SELECT DISTINCT 200001 + (n * 7 + m * 131) % $2::int, 100000 + n
     FROM generate_series(1, $1) n, generate_series(1, $3) m`,
    [PEOPLE, GROUPS, EACH],
  )
  await pool.query(
    `INSERT INTO associations (context_id, assoc_context_id)
     SELECT 200000 + n / 10 * 10, 200000 + n FROM generate_series(10, $1) n WHERE n % 10 > 0
     UNION SELECT 200000 + n / 100 * 100, 200000 + n FROM generate_series(100, $1, 10) n WHERE n % 100 > 0`,
    [GROUPS],
  )
  await pool.query('VACUUM ANALYZE')
}

/** Makes the reader a team lead, who owns some groups and is in others. */
async function lead({ pool }: Database, { id, contextId }: Reader): Promise<void> {
  await pool.query('UPDATE users SET role_id = 8 WHERE id = $1', [id])
  await pool.query('UPDATE contexts SET owner_context_id = $1 WHERE id > $2 AND id <= $3', [
    personId(2),
    groupId(OWNED),
    groupId(GROUPS),
  ])
  await pool.query(
    `INSERT INTO associations (context_id, assoc_context_id, can_write)
     SELECT 200000 + n * 97, $1, n % 3 = 0 FROM generate_series(1, $2::int) n`,
    [contextId, EACH],
  )
  await pool.query('VACUUM ANALYZE')
}

const people =
  (query: object): Ask =>
  (client) =>
    client.call(contract.users.list, { query: { limit: 25, ...query } })

const accounts =
  (count: number): Ask =>
  (client) =>
    client.call(contract.users.setAccounts, {
      body: { ids: Array.from({ length: count }, (_, at) => personId(at + 1)), enabled: ++round % 2 === 0 },
    })
const members =
  (count: number): Ask =>
  (client) => {
    const ids = Array.from({ length: count }, (_, at) => personId(at + 1))
    const body = ++round % 2 === 0 ? { add: ids } : { remove: ids }
    return client.call(contract.contexts.changeMembers, { params: { id: groupId(1) }, body })
  }

const groupsOf =
  (list: 'teams' | 'orgunits'): Ask =>
  (client) =>
    client.call(contract.contexts.list, { params: { id: list }, query: { limit: 500, brief: 'true' } })

/** All groups, as the page loads them. */
const tree: Ask = async (client) => {
  const pages = async (id: 'teams' | 'orgunits') => {
    const found: unknown[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 500, brief: 'true', cursor } as const
      const { data, meta } = await client.call(contract.contexts.list, { params: { id }, query })
      found.push(...Object.values(data).flat())
      cursor = meta.nextCursor ?? undefined
    } while (cursor !== undefined)
    return found
  }
  return { data: { groups: (await Promise.all([pages('teams'), pages('orgunits')])).flat() } }
}

const wordsFound: Ask = (client) =>
  client.call(contract.contexts.search, { query: { q: 'strassenbau 19', types: '2,3', limit: 20 } })
const pageOfMembers: Ask = (client) =>
  client.call(contract.contexts.members, { params: { id: groupId(1) }, query: { limit: 50 } })
const setMember: Ask = async (client) => {
  const params = { id: groupId(1), assocContextId: personId(1) }
  const body = { hasWriteAccess: ++round % 2 === 0, hasAdminAccess: false }
  const { data } = await client.call(contract.contexts.setMember, { params, body })
  return { data: { members: [data.member] } }
}

const LED: Record<string, Ask> = {
  'team lead: the first 500 teams': groupsOf('teams'),
  'team lead: org units': groupsOf('orgunits'),
  'team lead: all groups': tree,
  'team lead: “strassenbau 19”': wordsFound,
  'team lead: members of a group': pageOfMembers,
  'team lead: access of a member': setMember,
  'team lead: 25 members': members(25),
}

const ASKED: Record<string, Ask> = {
  'people: first page': people({}),
  'people: last page': people({ offset: PEOPLE - 25 }),
  'people: 100 on one page': people({ limit: 100 }),
  'people: longest not seen': people({ sort: 'seen' }),
  'people: “weiss”': people({ q: 'weiss' }),
  'people: nobody’s name': people({ q: 'zebrafisch' }),
  'people: of a role': people({ roleId: 3 }),
  'people: of a status': people({ status: 'active' }),
  'people: of a group': people({ groupId: groupId(10) }),
  'people: in no group': people({ groupId: 0 }),
  'people: not seen for 90 days': people({ lastSeen: 'notQuarter' }),
  'groups: the first 500 teams': groupsOf('teams'),
  'groups: org units': groupsOf('orgunits'),
  'groups: all of them': tree,
  'groups: “strassenbau 19”': wordsFound,
  'groups: members of one': pageOfMembers,
  'change: access of a member': setMember,
  'change: 1 account': accounts(1),
  'change: 25 accounts': accounts(25),
  'change: 1 member': members(1),
  'change: 25 members': members(25),
}

await withApp(async (db, reader) => {
  await fill(db, reader)
  console.log(`${db.kind}: ${PEOPLE} people, ${GROUPS} groups`)
  await measure(ASKED, reader, BUDGET_MS)
  await lead(db, reader)
  await measure(LED, reader, BUDGET_MS)
})
