// The SQL of what a link opens: the link with its owner as they are now, its chats and the messages that it shows.
import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { effectiveLevel, type Viewer } from '#access/index.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { projects } from '#features/projects/table.ts'
import { tabs } from '#features/tabs/table.ts'
import { users } from '#features/users/table.ts'
import type { ChatFacts, Placed } from './rules.ts'
import { shareLinks } from './table.ts'

/** A link as a request finds it. */
export type FoundLink = Awaited<ReturnType<ReturnType<typeof linkByHash>>> & object

/** Returns the prepared query of a link by the hash of its key, with its owner's access to the project. */
export function linkByHash(db: Queries) {
  const query = db
    .select({
      link: shareLinks,
      tab: { id: tabs.id, name: tabs.name },
      project: { id: projects.id, name: projects.name, contextId: projects.contextId },
      owner: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        contextId: users.contextId,
        tenantContextId: users.tenantContextId,
        roleId: users.roleId,
        canUseUi: users.canUseUi,
        level: effectiveLevel(
          { contextId: users.contextId, tenantContextId: users.tenantContextId },
          projects.contextId,
        ),
      },
    })
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.ownerId))
    .leftJoin(tabs, eq(tabs.id, shareLinks.tabId))
    .innerJoin(projects, eq(projects.id, sql`coalesce(${tabs.projectId}, ${shareLinks.projectId})`))
    .where(eq(shareLinks.keyHash, sql.placeholder('hash')))
    .prepare('shares.opened')
  return async (hash: Buffer) => (await query.execute({ hash }))[0]
}

/** Returns a viewer's own access level on a project. */
export async function levelOn(db: Queries, viewer: Viewer, projectId: number): Promise<number> {
  const [row] = await db
    .select({ level: effectiveLevel(viewer, projects.contextId) })
    .from(projects)
    .where(eq(projects.id, projectId))
  return row?.level ?? 0
}

/** A tab that a link shows. */
export interface ShownTab {
  readonly id: number
  readonly name: string
}

/** Returns the current tabs of a project in their order; with ids only those among them. */
export async function tabsOf(
  db: Queries,
  projectId: number,
  among: readonly number[] | undefined,
): Promise<ShownTab[]> {
  const isAmong = among && sql`AND ${tabs.id} = ANY (${sql.param([...among])}::bigint[])`
  return db
    .select({ id: tabs.id, name: tabs.name })
    .from(tabs)
    .where(sql`${tabs.projectId} = ${projectId} ${isAmong}`)
    .orderBy(tabs.tabIndex, tabs.id)
}

/** Which messages of its tabs a link shows: of each turn the newest version up to a message, except unfinished ones. */
export interface Until {
  readonly lastMessageId: number
  readonly unfinished: readonly number[]
}

/** Everything there is: ids are smaller than this. */
export const NOW: Until = { lastMessageId: Number.MAX_SAFE_INTEGER, unfinished: [] }

const IS_SHOWN = (message: string) => `${message}.id <= $2 AND ${message}.id <> ALL ($3::bigint[])`

/** SQL for whether no newer version of a message's turn is shown. */
const IS_NEWEST = (message: string) => `NOT EXISTS (SELECT FROM messages newer
  WHERE newer.tab_id = ${message}.tab_id AND newer.turn_id = ${message}.turn_id AND newer.id > ${message}.id
    AND ${IS_SHOWN('newer')})`

/** A file that a link shows. */
export interface ShownBlob {
  readonly name: string
  readonly mimeType: string
  readonly blob: string
}

export interface Reading {
  /** Returns the facts of chats, in the order of their tabs. */
  chats(tabIds: readonly number[], until: Until): Promise<ChatFacts[]>
  /** Returns shown messages of a tab before a position, the newest first. */
  placesBefore(tabId: number, until: Until, before: number | undefined, limit: number): Promise<Placed[]>
  /** Finds an attachment of a message that is shown. */
  file(
    tabIds: readonly number[],
    until: Until,
    file: { readonly queryId: number; readonly index: number },
  ): Promise<ShownBlob | undefined>
  /** Returns the shown messages of a tab that are finished, the oldest first, with their sizes. */
  toCopy(tabId: number, until: Until): Promise<{ id: number; bytes: number }[]>
}

/** Opens the reads; `ofMessage` decides which messages are confidential: no query returns those. */
export function openReading(
  { pool }: Pick<Database, 'pool'>,
  { ofMessage }: Pick<Confidentiality, 'ofMessage'>,
): Reading {
  const texts = { chats: chatsText(ofMessage), places: placesText(ofMessage), file: fileText(ofMessage) }
  const rows = async <Row extends pg.QueryResultRow>(name: keyof typeof texts, values: unknown[]) =>
    (await pool.query<Row>({ name: `shares.${name}`, text: texts[name], values })).rows
  return {
    chats: (tabIds, { lastMessageId, unfinished }) => rows('chats', [tabIds, lastMessageId, unfinished]),
    placesBefore: (tabId, { lastMessageId, unfinished }, before, limit) =>
      rows('places', [tabId, lastMessageId, unfinished, before ?? null, limit]),
    async file(tabIds, { lastMessageId, unfinished }, { queryId, index }) {
      const [found] = await rows<ShownBlob>('file', [tabIds, lastMessageId, unfinished, queryId, index])
      return found
    },
    async toCopy(tabId, until) {
      const all = await rows<Placed & { state: number }>('places', [
        tabId,
        until.lastMessageId,
        until.unfinished,
        null,
        null,
      ])
      return all.filter(({ state }) => state >= 2).toReversed()
    },
  }
}

type OfMessage = Confidentiality['ofMessage']

// The partial index of messages with data sources has the few that may be confidential.
const chatsText = (ofMessage: OfMessage) => `SELECT turns.count AS turns, omitted.count AS omitted,
    first.created AS first, last.created AS last, last.model_name AS "modelName", last.model_tag_name AS "modelTagName",
    EXISTS (SELECT FROM messages begun WHERE begun.tab_id = tab.id
      AND begun.turn_id = (SELECT min(turn_id) FROM messages WHERE tab_id = tab.id) AND ${ofMessage('begun')}) AS "hidesName"
  FROM unnest($1::bigint[]) WITH ORDINALITY AS tab (id, place)
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT message.turn_id)::int AS count FROM messages message
    WHERE message.tab_id = tab.id AND ${IS_SHOWN('message')}) turns
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count FROM messages message
    WHERE message.tab_id = tab.id AND (message.confidential OR message.datasource_ids <> '{}')
      AND ${IS_SHOWN('message')} AND ${ofMessage('message')} AND ${IS_NEWEST('message')}) omitted
  LEFT JOIN LATERAL (${edgeText(ofMessage, 'ASC')}) first ON true
  LEFT JOIN LATERAL (${edgeText(ofMessage, 'DESC')}) last ON true
  ORDER BY tab.place`

const edgeText = (ofMessage: OfMessage, order: 'ASC' | 'DESC') =>
  `SELECT message.created, message.model_name, message.model_tag_name FROM messages message
    WHERE message.tab_id = tab.id AND ${IS_SHOWN('message')} AND NOT ${ofMessage('message')}
      AND ${IS_NEWEST('message')}
    ORDER BY message.turn_id ${order}, message.id ${order} LIMIT 1`

/** Before its first word, it is not known which data sources an answer uses, so whether it is confidential. */
const HAS_BEGUN = `(message.state >= 2 OR message.response_text <> '' OR message.reasoning_text <> '')`

// The places come from the index alone. Messages are looked up in the order of the page, until it is full.
const placesText = (ofMessage: OfMessage) => `WITH place AS MATERIALIZED (
    SELECT max(id) AS id, row_number() OVER (ORDER BY turn_id) - 1 AS position FROM messages message
    WHERE tab_id = $1 AND ${IS_SHOWN('message')} GROUP BY turn_id
  )
  SELECT place.id::float8 AS id, place.position::int AS position, message.bytes, message.state,
    message.asked_by AS "askedBy"
  FROM (SELECT * FROM place WHERE position < coalesce($4::bigint, position + 1) ORDER BY position DESC) place
  CROSS JOIN LATERAL (
    SELECT (octet_length(message.query_text) + octet_length(message.response_text)
        + octet_length(message.reasoning_text) + pg_column_size(message.sources))::float8 AS bytes, message.state,
      (SELECT asker.first_name || ' ' || asker.last_name FROM users asker WHERE asker.id = message.user_id) AS asked_by
    FROM messages message WHERE message.id = place.id AND ${HAS_BEGUN} AND NOT ${ofMessage('message')} OFFSET 0) message
  LIMIT $5`

const fileText = (ofMessage: OfMessage) => `SELECT file.name, file.mime_type AS "mimeType", file.blob
  FROM messages message JOIN attachments file ON file.message_id = message.id AND file.position = $5
  WHERE message.id = $4 AND message.tab_id = ANY ($1::bigint[]) AND ${IS_SHOWN('message')}
    AND ${IS_NEWEST('message')} AND NOT ${ofMessage('message')}`
