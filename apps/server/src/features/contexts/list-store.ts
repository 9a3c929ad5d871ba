// Reading contexts: search by name, lists by type, and their members.
import { sql, type SQL } from 'drizzle-orm'
import { CONTEXT_TYPES, type ContextTypeId } from '@polylogue/contract'
import {
  approvedTexts,
  askingOnce,
  asksApproval,
  contextLevel,
  HOLDING_TYPES,
  partner,
  reachable,
  sameSide,
  visible,
  type Person,
} from '#access/index.ts'
import { msOf } from '#platform/db/columns.ts'
import type { Queries } from '#platform/db/index.ts'
import { searchWords, holdsWords, beginning } from '#platform/folded.ts'
import { SEARCHED_PERSON } from '#features/users/table.ts'
import type { ContextFacts, MemberFacts } from './rules.ts'

const { company, user, tenant } = CONTEXT_TYPES

export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** Ranks a name: 0 if it begins with the search text, 1 if it only contains it. */
function rank(texts: readonly SQL[], q: string): SQL {
  if (q === '') return sql`0`
  const begins = texts.map((text) => sql`${text} LIKE lower(${beginning(q)})`)
  return sql`CASE WHEN ${sql.join(begins, sql` OR `)} THEN 0 ELSE 1 END`
}

/** Normalizes the search text. */
const looked = (q: string | undefined) => {
  const words = searchWords(q)
  return { text: words.join(' '), words }
}

// Matches the e-mail address only for viewers who may read it.
function personHolds(viewer: Person, words: readonly string[]): SQL {
  const readsAddresses = viewer.permissions.has('can_list_users')
  return holdsWords(readsAddresses ? SEARCHED_PERSON : sql.raw('users.search_name'), words)
}

/** Selects the users on the viewer's side, by name. */
function people(viewer: Person, q: string, words: readonly string[], { offset, limit }: Slice): SQL {
  // The search text begins with the first name, followed by the last name.
  const begins = ['users.search_name', 'findable(users.last_name)', 'users.username'].map((text) =>
    sql.raw(text),
  )
  // Without a rank, the index on names provides the order.
  const ranked = q === '' ? sql`` : sql`rank,`
  return sql`(SELECT users.context_id AS id, ${rank(begins, q)} AS rank,
      lower(users.last_name) AS first_key, lower(users.first_name) AS second_key
    FROM users
    WHERE ${sameSide(viewer, sql.raw('users.tenant_context_id'))} AND ${personHolds(viewer, words)}
    ORDER BY ${ranked} lower(users.last_name), lower(users.first_name), users.id LIMIT ${offset + limit})`
}

function groups(
  viewer: Person,
  types: readonly number[],
  q: string,
  words: readonly string[],
  { offset, limit }: Slice,
): SQL {
  const name = sql.raw('findable(contexts.name)')
  return sql`(SELECT contexts.id, ${rank([name], q)} AS rank, lower(contexts.name) AS first_key, '' AS second_key
    FROM contexts
    WHERE contexts.type_id = ANY (${sql.param([...types])}::smallint[]) AND ${holdsWords(name, words)}
      AND ${contextLevel(viewer, sql.raw('contexts.id'))} >= 1
    ORDER BY rank, first_key, contexts.id LIMIT ${offset + limit})`
}

/** Returns the ids of users and groups that the viewer may share with: names beginning with `q` first, then by name. */
export async function search(
  db: Queries,
  viewer: Person,
  wanted: { q?: string | undefined; types?: readonly number[] | undefined },
  slice: Slice,
): Promise<number[]> {
  const { text, words } = looked(wanted.q)
  const types = (wanted.types ?? HOLDING_TYPES).filter((type) => HOLDING_TYPES.includes(type))
  const others = types.filter((type) => type !== user)
  const parts = [
    ...(types.includes(user) ? [people(viewer, text, words, slice)] : []),
    ...(others.length > 0 ? [groups(viewer, others, text, words, slice)] : []),
  ]
  if (parts.length === 0) return []
  return idsOf(
    db,
    sql`SELECT found.id FROM (${sql.join(parts, sql` UNION ALL `)}) AS found
      ORDER BY rank, first_key, second_key, id LIMIT ${slice.limit} OFFSET ${slice.offset}`,
  )
}

/** Returns those of the ids whose users and groups the viewer may see, in the given order. */
export async function seenAmong(db: Queries, viewer: Person, ids: readonly number[]): Promise<number[]> {
  return idsOf(
    db,
    sql`SELECT asked.id FROM unnest(${sql.param([...ids])}::bigint[]) WITH ORDINALITY AS asked (id, place)
      WHERE ${partner(viewer, sql.raw('asked.id'))} GROUP BY asked.id ORDER BY min(asked.place)`,
  )
}

/** Returns the ids of a type's contexts that the viewer may share with, or read, the newest first, below an id. */
export async function list(
  db: Queries,
  viewer: Person,
  wanted: { typeId: ContextTypeId; q?: string | undefined; allTenants: boolean },
  below: number | undefined,
  limit: number,
): Promise<number[]> {
  const { typeId } = wanted
  const { words } = looked(wanted.q)
  const before = (id: string) => (below === undefined ? sql`true` : sql`${sql.raw(id)} < ${below}`)
  if (typeId === user)
    return idsOf(
      db,
      sql`SELECT users.context_id AS id FROM users
        WHERE ${sameSide(viewer, sql.raw('users.tenant_context_id'))} AND ${before('users.context_id')}
          AND ${personHolds(viewer, words)}
        ORDER BY users.context_id DESC LIMIT ${limit}`,
    )
  const isItem = !HOLDING_TYPES.includes(typeId)
  const name = isItem ? sql`findable(${nameRead(viewer, 'contexts')})` : sql.raw('findable(contexts.name)')
  const fits = sql`contexts.type_id = ${typeId} AND ${holdsWords(name, words)}`
  const place = before('contexts.id')
  if (isItem) return items(db, viewer, { typeId, fits, place }, limit)
  const { once, asked } = askingOnce(viewer)
  const seen =
    typeId === tenant && wanted.allTenants
      ? sql`true`
      : sql`${contextLevel(viewer, sql.raw('newest.id'), { asked })} >= 1`
  return idsOf(
    db,
    sql`${once} SELECT newest.id FROM (${CONTEXTS} WHERE ${fits} AND ${place} ORDER BY contexts.id DESC OFFSET 0) AS newest
      WHERE ${seen} ORDER BY newest.id DESC LIMIT ${limit}`,
  )
}

/** Returns SQL for the name that the viewer reads of a row: the approved one of an item while another one waits. */
const nameRead = (viewer: Person, row: string) =>
  sql`coalesce(${approvedTexts(viewer, sql.raw(`${row}.id`))} ->> 'name', ${sql.raw(`${row}.name`)})`

const CONTEXTS = sql`SELECT contexts.id, contexts.type_id, contexts.name FROM contexts`

/** Number of most recent contexts checked first. They fill a page for viewers who may read most of them. */
const RECENT = 1_000

/** Selects items that the viewer may read. Checks access from the newest on until the page is full, instead of all items. */
async function items(
  db: Queries,
  viewer: Person,
  { typeId, fits, place }: { typeId: ContextTypeId; fits: SQL; place: SQL },
  limit: number,
): Promise<number[]> {
  const { once, asked } = askingOnce(viewer)
  const page = (newest: SQL) =>
    idsOf(
      db,
      sql`${once} SELECT newest.id FROM (${newest}) AS newest WHERE ${visible(asked, sql.raw('newest.id'))}
        ORDER BY newest.id DESC LIMIT ${limit}`,
    )
  const recent = await page(
    sql`SELECT contexts.id FROM (${CONTEXTS} WHERE ${place} ORDER BY contexts.id DESC LIMIT ${RECENT}) AS contexts
      WHERE ${fits} ORDER BY contexts.id DESC OFFSET 0`,
  )
  if (recent.length === limit) return recent
  const within = reachable(asked, typeId, sql.raw('contexts.id'))
  return page(sql`${CONTEXTS} WHERE ${fits} AND ${place} AND ${within} ORDER BY contexts.id DESC OFFSET 0`)
}

async function idsOf(db: Queries, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(query)
  return rows.map(({ id }) => id)
}

/** Returns a user's columns as JSON, or null. */
export const PERSON = sql.raw(`CASE WHEN person.id IS NOT NULL THEN json_build_object('id', person.id,
    'firstName', person.first_name, 'lastName', person.last_name, 'username', person.username,
    'picture', (SELECT picture.version FROM user_pictures picture WHERE picture.user_id = person.id)) END`)

/** Number of direct members of a row's context, or of its shares. Everyone is in the company, and in their tenant. */
const numMembers = (viewer: Person, row: string) => sql`CASE
    WHEN ${sql.raw(`${row}.type_id`)} = ${company} THEN
      (SELECT count(*) FROM users WHERE ${sameSide(viewer, sql.raw('users.tenant_context_id'))})
    WHEN ${sql.raw(`${row}.type_id`)} = ${tenant} THEN
      (SELECT count(*) FROM users WHERE users.tenant_context_id = ${sql.raw(`${row}.id`)})
    ELSE (SELECT count(*) FROM associations WHERE associations.context_id = ${sql.raw(`${row}.id`)}) END`

type Row = Omit<ContextFacts, 'created' | 'modified'> & { created: number; modified: number }

/** Returns what is shown of contexts, in the order of their ids. `brief`: without the users among their members. */
export async function factsOf(
  db: Queries,
  viewer: Person,
  ids: readonly number[],
  { brief = false }: { brief?: boolean } = {},
): Promise<ContextFacts[]> {
  if (ids.length === 0) return []
  const people = brief ? sql`AND holder.type_id <> ${user}` : sql``
  const { once, asked } = askingOnce(viewer)
  const { rows } = await db.execute<Row>(sql`
    ${once}, seen AS MATERIALIZED (
      SELECT contexts.*, wanted.place, ${contextLevel(viewer, sql.raw('contexts.id'), { asked })} AS level
      FROM unnest(${sql.param([...ids])}::bigint[]) WITH ORDINALITY AS wanted (id, place)
      JOIN contexts ON contexts.id = wanted.id)
    SELECT seen.id, seen.uuid, CASE WHEN seen.type_id IN (${sql.raw(HOLDING_TYPES.join(', '))}) THEN seen.name
        ELSE ${nameRead(viewer, 'seen')} END AS name, seen.description, seen.type_id AS "typeId",
      ${msOf('seen.created')} AS created, ${msOf('seen.modified')} AS modified,
      seen.owner_context_id AS "ownerContextId", seen.level, seen.needs_approval AS "needsApproval",
      ${asksApproval(viewer, sql.raw('seen.id'), sql.raw('seen.needs_approval'), asked)} AS "asksApproval",
      ${numMembers(viewer, 'seen')}::int AS "numMembers",
      ${PERSON} AS person,
      CASE WHEN seen.level < CASE WHEN seen.type_id IN (2, 3) THEN 2 ELSE 3 END THEN '[]'::json ELSE (
        SELECT coalesce(json_agg(json_build_object('contextId', given.assoc_context_id, 'canWrite', given.can_write,
          'canAdmin', given.can_admin) ORDER BY given.created, given.assoc_context_id), '[]')
        FROM associations given JOIN contexts holder ON holder.id = given.assoc_context_id
        WHERE given.context_id = seen.id ${people}) END AS shares
    FROM seen LEFT JOIN users person ON person.context_id = seen.id
    ORDER BY seen.place`)
  return rows.map(({ created, modified, ...facts }) => ({
    ...facts,
    created: new Date(created),
    modified: new Date(modified),
  }))
}

/** Condition: a member is not a user, or is a user on the viewer's side. */
const onSide = (viewer: Person) =>
  sql`(person.id IS NULL OR coalesce(${sameSide(viewer, sql.raw('person.tenant_context_id'))}, false))`

/** Selects members or shares of a context as a table: a user who owns it, with full access, and all others. */
function membersOf({ id, typeId, ownerContextId }: ContextFacts): SQL {
  const implied =
    typeId === company
      ? sql`SELECT users.context_id, false, false FROM users`
      : sql`SELECT users.context_id, false, false FROM users WHERE users.tenant_context_id = ${id}::bigint`
  const shares = sql`SELECT given.assoc_context_id, given.can_write, given.can_admin
    FROM associations given WHERE given.context_id = ${id}::bigint`
  const everybody = typeId === company || typeId === tenant ? implied : shares
  return sql`(SELECT ${ownerContextId}::bigint AS id, true AS can_write, true AS can_admin, true AS is_owner
      WHERE EXISTS (SELECT 1 FROM users WHERE users.context_id = ${ownerContextId}::bigint)
    UNION ALL
    SELECT id, can_write, can_admin, false FROM (${everybody}) AS everybody (id, can_write, can_admin)
    WHERE id <> ${ownerContextId}::bigint) AS held`
}

/** Returns the members of a context, or its shares: the owner first, then groups, then users by name. */
export async function members(
  db: Queries,
  viewer: Person,
  context: ContextFacts,
  wanted: { q?: string | undefined; id?: number | undefined },
  { offset, limit }: Slice,
): Promise<MemberFacts[]> {
  const { words } = looked(wanted.q)
  const name = sql.raw(`CASE WHEN person.id IS NULL THEN findable(member.name) ELSE person.search_name END`)
  const one = wanted.id === undefined ? sql`` : sql`AND member.id = ${wanted.id}::bigint`
  const { rows } = await db.execute<MemberFacts & Record<string, unknown>>(sql`
    SELECT member.id, member.type_id AS "typeId", member.name, member.description, ${PERSON} AS person,
      ${numMembers(viewer, 'member')}::int AS "numMembers",
      ${asksApproval(viewer, sql.raw('member.id'), sql.raw('member.needs_approval'))} AS "asksApproval",
      held.can_write AS "canWrite", held.can_admin AS "canAdmin", held.is_owner AS "isOwner"
    FROM ${membersOf(context)}
    JOIN contexts member ON member.id = held.id
    LEFT JOIN users person ON person.context_id = member.id
    WHERE ${onSide(viewer)} AND ${holdsWords(name, words)} ${one}
    ORDER BY held.is_owner DESC, person.id IS NOT NULL, lower(coalesce(person.last_name, member.name)),
      lower(coalesce(person.first_name, '')), member.id
    LIMIT ${limit} OFFSET ${offset}`)
  return rows
}
