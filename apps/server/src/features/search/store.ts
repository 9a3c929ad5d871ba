// The SQL of search. Marks in the index restrict every query to what the viewer may read (migration 0002).
import { and, desc, eq, getTableName, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Person } from '#access/index.ts'
import type { ItemType, SharedRow } from '#access/items/index.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import { archivedProjects, projects } from '#features/projects/table.ts'
import { placeName } from '#features/tabs/table.ts'
import { ANSWER_WORDS, near, QUESTION_WORDS } from './quotes-store.ts'
import { SPANS, spanLetter, type Look } from './rules.ts'

type Pool = Pick<pg.Pool, 'query'>

/** Parses the typed text to a query, and to one without stems and accents; empty when it contains no word. */
export async function wordsOf(pool: Pool, typed: string): Promise<{ words: string; plain: string }> {
  const { rows } = await pool.query<{ words: string; plain: string }>({
    name: 'search.words',
    text: `SELECT query_of($1)::text AS words, websearch_to_tsquery('simple', folded($1))::text AS plain`,
    values: [typed],
  })
  return rows[0] ?? { words: '', plain: '' }
}

/** Returns the stems of words as queries, in their order. */
export async function stemsOf(pool: Pool, words: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ stems: string }>({
    name: 'search.stems',
    text: `SELECT (plainto_tsquery('english', word) || plainto_tsquery('german', word))::text AS stems
      FROM unnest($1::text[]) WITH ORDINALITY AS typed (word, place) ORDER BY place`,
    values: [words],
  })
  return rows.map(({ stems }) => stems)
}

/** Returns an upper bound of the message ids of these owners; 0 when they have none. */
export async function newestMessage(pool: Pool, ownerContextIds: readonly number[]): Promise<number> {
  const { rows } = await pool.query<{ newest: number | null }>({
    name: 'search.newest',
    text: `SELECT max((SELECT max(message_id) FROM message_search WHERE owner_context_id = owner.id)) AS newest
      FROM unnest($1::bigint[]) AS owner (id)`,
    values: [ownerContextIds],
  })
  return rows[0]?.newest ?? 0
}

/** Returns the newest projects that a user has archived, of their own and of these shared ones. */
export async function archivedBy(
  { orm }: Pick<Database, 'orm'>,
  userId: number,
  sharedIds: readonly number[],
  most: number,
): Promise<number[]> {
  const found = await orm
    .select({ projectId: archivedProjects.projectId })
    .from(archivedProjects)
    .innerJoin(projects, eq(projects.id, archivedProjects.projectId))
    .where(
      and(
        eq(archivedProjects.userId, userId),
        or(eq(projects.ownerId, userId), sql`${projects.id} = ANY (${sql.param([...sharedIds])}::bigint[])`),
      ),
    )
    .orderBy(desc(archivedProjects.projectId))
    .limit(most)
  return found.map(({ projectId }) => projectId)
}

/** What was found; its quote is made later. */
export interface FoundRow {
  /** `message`, `tab`, or an item's noun. */
  readonly kind: string
  readonly id: number
  readonly projectId: number
  readonly tabId: number | null
  readonly title: string
  readonly rank: number
  readonly created: Date
  /** The path of its page. */
  readonly uri: string
}

export interface SearchQuery {
  /** The query as text. */
  readonly words: string
  readonly beginnings: readonly string[]
  readonly viewer: Person
  readonly sharedIds: readonly number[]
  /** Only in these projects, if given. */
  readonly within?: readonly number[] | undefined
  readonly limit: number
}

export interface FoundName extends FoundRow {
  /** The part of its texts near the match. */
  readonly near: string
}

/**
 * Returns the best of the newest matching messages. The passes are one statement: each runs only when the
 * earlier ones found too little. `+ 0` keeps the planner from scanning messages in id order.
 */
export async function findMessages(
  pool: Pool,
  asked: SearchQuery & { looks: readonly Look[]; candidates: number; sieve: boolean },
): Promise<FoundRow[]> {
  if (asked.looks.length === 0) return []
  const parts = asked.looks.map((_, index) => {
    const [query, below] = [`$${6 + 2 * index}`, `$${7 + 2 * index}`]
    return `(SELECT message_id, words FROM message_search
      WHERE words @@ (SELECT ${query}::tsquery) AND message_id + 0 < ${below}::bigint
      ORDER BY message_id + 0 DESC LIMIT $2)`
  })
  const text = `WITH asked AS MATERIALIZED (SELECT $1::tsquery AS words),
    candidate AS MATERIALIZED (SELECT message_id, words FROM (${parts.join(' UNION ALL ')}) look LIMIT $2),
    best AS MATERIALIZED (
      SELECT message_id, ts_rank(candidate.words, asked.words, 1) AS rank FROM candidate, asked
      ${asked.sieve ? 'WHERE candidate.words @@ asked.words' : ''}
      ORDER BY rank DESC, message_id DESC LIMIT $3)
    SELECT 'message' AS kind, message.id, project.id AS "projectId", tab.id AS "tabId",
      ${placeName('project', 'tab')} AS title, best.rank, message.created,
      '/projects/' || project.id AS uri
    FROM best
    JOIN messages message ON message.id = best.message_id
    JOIN tabs tab ON tab.id = message.tab_id
    JOIN projects project ON project.id = tab.project_id
    WHERE project.id = ANY ($5::bigint[]) OR (project.owner_id = $4 AND ${outsideBin('project')})
    ORDER BY best.rank DESC, message.id DESC`
  const values = [
    asked.words,
    asked.candidates,
    asked.limit,
    asked.viewer.userId,
    asked.sharedIds,
    ...asked.looks.flatMap(({ query, below }) => [query, below]),
  ]
  const name = `search.messages.${parts.length}.${asked.sieve ? 'sieved' : 'plain'}`
  return (await pool.query<FoundRow>({ name, text, values })).rows
}

/** An own item is found by its owner alone, without the level on it, so that the recycle bin is left out here (ACCESS-16). */
const outsideBin = (item: string): string =>
  `NOT EXISTS (SELECT FROM contexts binned WHERE binned.id = ${item}.context_id AND binned.deleted IS NOT NULL)`

/** A type with the items of other users that the viewer may read; of unusable types none are found, own ones neither. */
export interface Readable {
  readonly type: ItemType
  readonly isUsable: boolean
  readonly shared: readonly SharedRow[]
}

/** Returns the best items and named parts of items. A matching name ranks above every mention. */
export async function findNames(
  pool: Pool,
  asked: Omit<SearchQuery, 'sharedIds'>,
  readable: readonly Readable[],
): Promise<FoundName[]> {
  const usable = readable.filter(({ isUsable }) => isUsable)
  const texts = `$${5 + usable.length}`
  const within = `$${6 + usable.length}::bigint[]`
  const ctes = usable.map(({ type }, index) => readableItems(type, `$${5 + index}`, texts))
  const { rows } = await pool.query<FoundName>({
    name: `search.names.${readable.map(({ isUsable }) => Number(isUsable)).join('')}`,
    text: `WITH asked AS MATERIALIZED (SELECT $1::tsquery AS words, ${texts}::jsonb AS texts), ${ctes.join(', ')},
      best AS MATERIALIZED (
        SELECT found.*, 1 + ts_rank(found.words, asked.words, 1) AS rank
        FROM asked CROSS JOIN (${usable.map(({ type }) => namesOf(type)).join(' UNION ALL ')})
          AS found (kind, id, project_id, tab_id, title, body, created, words, uri)
        WHERE found.words @@ asked.words AND (${within} IS NULL OR found.project_id = ANY (${within}))
        ORDER BY rank DESC, created DESC LIMIT $3)
      SELECT kind, id, project_id AS "projectId", tab_id AS "tabId", title, rank, created, uri,
        ${near(`left(body, ${QUESTION_WORDS})`, '$2')} AS near
      FROM best ORDER BY rank DESC, created DESC`,
    values: [
      asked.words,
      asked.beginnings,
      asked.limit,
      asked.viewer.userId,
      ...usable.map(({ shared }) => shared.map(({ id }) => id)),
      JSON.stringify(approvedTexts(usable)),
      asked.within ?? null,
    ],
  })
  return rows
}

/** Returns the items of each noun of which the viewer reads approved texts, with these. */
const approvedTexts = (readable: readonly Readable[]) =>
  Object.fromEntries(
    readable.map(({ type, shared }) => [type.noun, shared.filter(({ texts }) => texts !== null)]),
  )

/** Selects the readable items of a type, with the texts that the viewer reads; `ids` and `texts` are parameters. */
function readableItems({ noun, table, search, approved }: ItemType, ids: string, texts: string): string {
  const columns = ['name', ...search.columns.filter((name) => name !== 'name')]
  const from = `FROM ${getTableName(table)} item`
  const where = `WHERE item.id = ANY (${ids}::bigint[]) OR (item.owner_id = $4 AND ${outsideBin('item')})`
  if (!approved)
    return `readable_${noun} AS MATERIALIZED (
      SELECT item.id, item.created, item.words, ${columns.map((name) => `item.${name}`).join(', ')} ${from} ${where})`
  const read = columns.map((name) => `coalesce(kept.texts ->> '${name}', item.${name}) AS ${name}`)
  const all = columns.map((name) => `coalesce(kept.texts ->> '${name}', '')`).join(` || ' ' || `)
  return `readable_${noun} AS MATERIALIZED (SELECT item.id, item.created,
      CASE WHEN kept.id IS NULL THEN item.words ELSE words_of(left(${all}, ${ANSWER_WORDS})) END AS words, ${read.join(', ')}
    ${from} LEFT JOIN jsonb_to_recordset(${texts}::jsonb -> '${noun}') AS kept (id bigint, texts jsonb) ON kept.id = item.id
    ${where})`
}

/** Selects an item's own name, and the names of its parts. */
function namesOf({ noun, path, search }: ItemType): string {
  const readable = `readable_${noun}`
  const own = `SELECT '${noun}' AS kind, id, ${search.projectId ?? '0::bigint'} AS project_id, NULL::bigint AS tab_id, name AS title,
    ${search.columns.join(` || E'\\n' || `)} AS body, created, words, '/${path}/' || id AS uri FROM ${readable}`
  return search.more ? `${own} UNION ALL ${search.more(readable)}` : own
}

/** Returns the indexed size of messages in bytes, without reading their texts; deleted ones are left out. */
export async function sizesOf(
  pool: Pool,
  messageIds: readonly number[],
): Promise<{ id: number; size: number }[]> {
  const { rows } = await pool.query<{ id: number; size: number }>({
    name: 'search.sizes',
    text: `SELECT id, least(octet_length(query_text), ${QUESTION_WORDS})
        + least(octet_length(response_text), ${ANSWER_WORDS}) AS size
      FROM messages WHERE id = ANY ($1::bigint[]) ORDER BY id`,
    values: [messageIds],
  })
  return rows
}

/** Indexes messages in their current state; deleted ones are left out, also while their deletion waits: it would deadlock. */
export async function index(pool: Pool, messageIds: readonly number[]): Promise<void> {
  await pool.query({
    name: 'search.index',
    text: `INSERT INTO message_search (message_id, owner_context_id, answered, words)
      SELECT message.id, item.owner_context_id, message.state >= 2,
        words_of(left(message.query_text, ${QUESTION_WORDS}) || E'\\n' || left(message.response_text, ${ANSWER_WORDS}))
          || array_to_tsvector(ARRAY[E'\\x01o' || item.owner_context_id, E'\\x01p' || project.id, ${spanMarks()}])
      FROM messages message
      JOIN tabs tab ON tab.id = message.tab_id
      JOIN projects project ON project.id = tab.project_id
      JOIN contexts item ON item.id = project.context_id
      WHERE message.id = ANY ($1::bigint[])
      FOR KEY SHARE OF message SKIP LOCKED
      ON CONFLICT (message_id) DO UPDATE SET
        owner_context_id = excluded.owner_context_id, answered = excluded.answered, words = excluded.words`,
    values: [messageIds],
  })
}

function spanMarks(): string {
  const letters = SPANS.map((_, place) => spanLetter(place).slice(1))
  return SPANS.map((bits, place) => `E'\\x01${letters[place]}' || (message.id >> ${bits})`).join(', ')
}

/** Returns finished messages after an id whose answer is not indexed, by id. */
export async function unindexed(pool: Pool, after: number, limit: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT message.id FROM messages message
      WHERE message.id > $1 AND message.state >= 2 AND NOT EXISTS (
        SELECT 1 FROM message_search known WHERE known.message_id = message.id AND known.answered)
      ORDER BY message.id LIMIT $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Counts the finished messages whose answer is not indexed. */
export async function countUnindexed(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM messages message WHERE message.state >= 2 AND NOT EXISTS (
      SELECT 1 FROM message_search known WHERE known.message_id = message.id AND known.answered)`,
  )
  return rows[0]?.count ?? 0
}

/** Returns messages of a tab or of projects after an id, with their indexed size in bytes. */
export async function messagesOf(
  db: Queries,
  { tabId, projectIds = [] }: { tabId?: number; projectIds?: readonly number[] },
  after: number,
  limit: number,
): Promise<{ id: number; size: number }[]> {
  const { rows } = await db.execute<{ id: number; size: number }>(sql`SELECT message.id,
      least(octet_length(message.query_text), ${QUESTION_WORDS})
        + least(octet_length(message.response_text), ${ANSWER_WORDS}) AS size
    FROM messages message JOIN tabs tab ON tab.id = message.tab_id
    WHERE (tab.id = ${tabId ?? null}::bigint OR tab.project_id = ANY (${sql.param([...projectIds])}::bigint[]))
      AND message.id > ${after}
    ORDER BY message.id LIMIT ${limit}`)
  return rows
}

/** Updates the project and owner marks of indexed messages, except those being deleted; their words stay unchanged. */
export async function remark(db: Queries, messageIds: readonly number[]): Promise<void> {
  await db.execute(sql`UPDATE message_search found SET owner_context_id = item.owner_context_id,
      words = ts_delete(found.words, ARRAY(
          SELECT lexeme FROM unnest(tsvector_to_array(found.words)) AS lexeme WHERE lexeme ~ E'^\\x01[op]'))
        || array_to_tsvector(ARRAY[E'\\x01o' || item.owner_context_id, E'\\x01p' || project.id])
    FROM (
      SELECT id, tab_id FROM messages WHERE id = ANY (${sql.param([...messageIds])}::bigint[])
      FOR KEY SHARE SKIP LOCKED) message, tabs tab, projects project, contexts item
    WHERE message.id = found.message_id
      AND tab.id = message.tab_id AND project.id = tab.project_id AND item.id = project.context_id
      AND NOT (found.owner_context_id = item.owner_context_id AND found.words @@ (
        E'\\'\\x01o' || item.owner_context_id || E'\\' & \\'\\x01p' || project.id || E'\\'')::tsquery)`)
}
