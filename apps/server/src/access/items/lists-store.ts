// The SQL of lists of items: pages, filters, and what others share.
import { and, eq, getTableColumns, getTableName, or, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#platform/db/index.ts'
import { contains } from '#platform/folded.ts'
import { approvedTexts, type ApprovedTexts } from '../approved-texts.ts'
import { askingOnce, effectiveLevel, reachable, visible } from '../effective-level.ts'
import { ownerOf } from '../shares-store.ts'
import type { Person } from '../viewer.ts'
import { hasLabels, type LabelIds } from './labels-store.ts'
import { seen, shown, type Row } from './store.ts'
import type { ItemFacts, ItemTable, ItemType } from './type.ts'

/** The position after the last item of a page: its time in milliseconds since 1970, and its id. */
export interface PageCursor {
  readonly at: number
  readonly id: number
}

/** An item of a page with the viewer's level on it. */
export interface Listed extends Record<string, unknown> {
  readonly id: number
  readonly level: number
}

export interface PageFilter {
  readonly condition: SQL | undefined
  readonly after: PageCursor | undefined
  readonly limit: number
  /** Whether the condition matches so few items that the newest ones would not fill a page. */
  readonly selective: boolean
}

/** How many of the last changed items are tried first. They usually fill a page for a viewer who can read much of them. */
const RECENT = 1_000
/** The end of the year 9999; limits the time in a cursor, which is client input. */
const LAST_MS = 253_402_300_799_999

/**
 * Returns the readable items that match the condition, newest first. Checks access item by item until the page is full:
 * first among the `RECENT` last changed ones, then among everything `reachable`.
 */
export async function pageOf(
  db: Queries,
  viewer: Person,
  { table, contextType, listedBy = 'modified' }: ItemType,
  { condition = sql`true`, after, limit, selective }: PageFilter,
): Promise<Listed[]> {
  const { once, asked } = askingOnce(viewer)
  const time = getTableColumns(table)[listedBy]
  if (!time) throw new Error(`Items of this kind have no column ${listedBy}`)
  const at = after && new Date(Math.min(after.at, LAST_MS)).toISOString()
  const place = after ? sql`(${time}, ${table.id}) < (${at}::timestamptz, ${after.id}::bigint)` : sql`true`
  const newestFirst = sql`ORDER BY ${time} DESC, ${table.id} DESC`
  const columns = sql`${table.id} AS id, ${table.contextId} AS context_id, ${time} AS at`
  const pageIn = async (latest: SQL): Promise<Listed[]> => {
    const level = effectiveLevel(asked, sql.raw('latest.context_id'))
    const { rows } = await db.execute<Listed>(sql`${once} SELECT levelled.id, levelled.level
      FROM (SELECT latest.*, ${level} AS level FROM (${latest}) AS latest
        ORDER BY latest.at DESC, latest.id DESC OFFSET 0) AS levelled
      WHERE levelled.level >= 1 ORDER BY levelled.at DESC, levelled.id DESC LIMIT ${limit}`)
    return rows
  }
  const name = sql.identifier(getTableName(table))
  const recent = selective
    ? []
    : await pageIn(sql`SELECT ${columns} FROM (
        SELECT * FROM ${table} WHERE ${place} ${newestFirst} LIMIT ${RECENT}) AS ${name}
      WHERE ${condition} ${newestFirst} OFFSET 0`)
  if (recent.length === limit) return recent
  const within = reachable(asked, contextType, table.contextId)
  return pageIn(sql`SELECT ${columns} FROM ${table}
    WHERE ${condition} AND ${place} AND ${within} ${newestFirst} OFFSET 0`)
}

/**
 * Returns one page by its offset, newest first, with the number of all readable items that match. Checks access of all of
 * them, so it is for nouns of which people can read thousands, not more.
 */
export async function countedPageOf(
  db: Queries,
  viewer: Person,
  { table, contextType, listedBy = 'modified' }: ItemType,
  { condition = sql`true`, offset, limit }: { condition: SQL | undefined; offset: number; limit: number },
): Promise<{ total: number; page: Listed[] }> {
  const { once, asked } = askingOnce(viewer)
  const time = getTableColumns(table)[listedBy]
  if (!time) throw new Error(`Items of this kind have no column ${listedBy}`)
  const name = sql.identifier(getTableName(table))
  // Materialized rows: the planner would apply a text filter to every item of the installation.
  const { rows } = await db.execute<{ total: number; page: Listed[] }>(sql`${once}, near AS MATERIALIZED (
      SELECT * FROM ${table} WHERE ${reachable(asked, contextType, table.contextId)}
    ), readable AS MATERIALIZED (
      SELECT ${table.id} AS id, ${time} AS at, ${effectiveLevel(asked, table.contextId)} AS level
      FROM near AS ${name} WHERE ${condition}
    ), page AS (
      SELECT id, level, at FROM readable WHERE level >= 1 ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT (SELECT count(*) FROM readable WHERE level >= 1) AS total,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'level', level) ORDER BY at DESC, id DESC), '[]')
        FROM page) AS page`)
  return rows[0] ?? { total: 0, page: [] }
}

type Extra = Readonly<Record<string, SQL>>
type ExtraValues<Columns extends Extra> = {
  [Name in keyof Columns]: Columns[Name] extends SQL<infer Value> ? Value : never
}

/** Returns the items of a page in its order; `extra` adds columns of the noun. */
export async function listed<Table extends ItemTable, Columns extends Extra = Record<never, SQL>>(
  db: Queries,
  viewer: Person,
  type: ItemType<Table>,
  page: readonly Listed[],
  extra?: Columns,
): Promise<(ItemFacts<Table> & ExtraValues<Columns>)[]> {
  if (page.length === 0) return []
  const table: ItemTable = type.table
  const ids = sql.param(page.map((one) => one.id))
  const levels = sql.param(page.map(({ level }) => level))
  const found = await db
    .select({ ...seen(type, viewer, sql<number>`listed.level`), ...extra })
    .from(sql`unnest(${ids}::bigint[], ${levels}::int[]) WITH ORDINALITY AS listed (id, level, place)`)
    .innerJoin(table, sql`${table.id} = listed.id`)
    .orderBy(sql`listed.place`)
  return found.map((row) => shown(row as unknown as Row)) as (ItemFacts<Table> & ExtraValues<Columns>)[]
}

export interface ItemsFilter {
  /** A substring of one of the searched columns. */
  readonly q?: string | undefined
  /** Some of the searched columns; default all. */
  readonly columns?: readonly string[]
  /** Columns with their required values; undefined values are ignored. */
  readonly where?: Readonly<Record<string, unknown>>
  readonly labels?: LabelIds
}

/** Returns the condition for a list's filters. Searches the texts that the viewer reads. */
export function fits(
  viewer: Person,
  { table, search, approved }: ItemType,
  { q, columns: chosen, where = {}, labels = {} }: ItemsFilter,
): SQL | undefined {
  const columns = getTableColumns(table)
  const equal = Object.entries(where).map(([name, value]) => {
    const column = columns[name]
    if (!column) throw new Error(`Items of this kind have no column ${name}`)
    return value === undefined ? undefined : eq(column, value)
  })
  const searched = search.columns.filter((name) => chosen === undefined || chosen.includes(name))
  const read = (name: string) => {
    const column = sql`${table}.${sql.identifier(name)}`
    return approved ? sql`coalesce(${approvedTexts(viewer, table.contextId)} ->> ${name}, ${column})` : column
  }
  return and(
    ...equal,
    q ? (or(...searched.map((name) => contains(read(name), q))) ?? sql`false`) : undefined,
    ...hasLabels(table.contextId, labels),
  )
}

/** An item of another owner that the viewer may read; `texts` replace its own ones. */
export interface SharedRow {
  readonly id: number
  readonly ownerContextId: number
  readonly texts: ApprovedTexts | null
}

/** Returns the items of other owners that the viewer may read, by id. */
export async function sharedWith(
  db: Queries,
  viewer: Person,
  { noun, table, contextType, approved }: ItemType,
): Promise<SharedRow[]> {
  const texts = approved ? approvedTexts(viewer, table.contextId) : sql<null>`NULL::jsonb`
  const found = await db
    .select({ id: table.id, ownerContextId: ownerOf(table.contextId), texts })
    .from(table)
    .where(
      and(
        sql`${table.ownerId} <> ${viewer.userId}`,
        reachable(viewer, contextType, table.contextId),
        visible(viewer, table.contextId),
      ),
    )
    .prepare(`items.shared.${noun}`)
    .execute()
  return found as SharedRow[]
}
