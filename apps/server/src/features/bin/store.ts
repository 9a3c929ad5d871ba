// The SQL of the recycle bin: contexts that are marked as deleted, and the items that belong to them.
import { getTableName, sql, type SQL } from 'drizzle-orm'
import { askingOnce, holders, LEVEL, levelOutsideBin, type Person } from '#access/index.ts'
import type { Binned, ItemType } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { contains } from '#platform/folded.ts'

/** A deleted context as its list shows it. */
export interface BinnedRow extends Record<string, unknown> {
  readonly id: number
  readonly typeId: number
  readonly name: string
  readonly deleted: Date
  readonly deletedBy: string | null
  readonly isOwn: boolean
}

export interface BinnedItem extends Binned {
  readonly noun: string
  readonly kind: string
}

interface BinFilter {
  readonly limit: number
  /** Only this context. */
  readonly id?: number
  /** Only the viewer's own items. */
  readonly own?: boolean
  readonly q?: string | undefined
  /** Only those deleted up to this moment. */
  readonly before?: Date
  /** The last row of the page before. */
  readonly after?: { readonly at: number; readonly id: number } | undefined
}

const COLUMNS = sql`binned.id, binned.type_id AS "typeId", binned.name, binned.deleted`

/** Returns the deleted items of these types that a person may take back, those deleted last first. */
export async function list(
  db: Queries,
  viewer: Person,
  types: readonly number[],
  { limit, id, own = false, q, before, after }: BinFilter,
): Promise<BinnedRow[]> {
  const { once, asked } = askingOnce(viewer)
  const owned = sql`SELECT owned.id FROM contexts owned
    WHERE owned.owner_context_id = ${viewer.contextId} AND owned.deleted IS NOT NULL`
  const managed = sql`SELECT shared.id FROM associations share JOIN contexts shared ON shared.id = share.context_id
    WHERE share.assoc_context_id IN ${holders(asked)} AND share.can_admin AND shared.deleted IS NOT NULL`
  const conditions = [
    sql`binned.id IN (${owned}${own ? sql`` : sql` UNION ${managed}`})`,
    sql`binned.type_id = ANY (${sql.param([...types])}::int[])`,
    sql`${levelOutsideBin(asked, sql.raw('binned.id'))} >= ${LEVEL.admin}`,
    ...(id === undefined ? [] : [sql`binned.id = ${id}::bigint`]),
    ...(q ? [contains(sql.raw('binned.name'), q)] : []),
    ...(before ? [sql`binned.deleted <= ${before.toISOString()}::timestamptz`] : []),
    ...(after ? [isAfter(after)] : []),
  ]
  const { rows } = await db.execute<BinnedRow>(sql`${once} SELECT ${COLUMNS},
      nullif(trim(deleter.first_name || ' ' || deleter.last_name), '') AS "deletedBy",
      binned.owner_context_id = ${viewer.contextId} AS "isOwn"
    FROM contexts binned LEFT JOIN users deleter ON deleter.id = binned.deleted_by
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY date_trunc('milliseconds', binned.deleted) DESC, binned.id DESC LIMIT ${limit}`)
  return rows.map(withDate)
}

const isAfter = ({ at, id }: { readonly at: number; readonly id: number }): SQL =>
  sql`(date_trunc('milliseconds', binned.deleted), binned.id) < (${new Date(at).toISOString()}::timestamptz, ${id}::bigint)`

/** Returns deleted items of these types whose time is over, of all people. */
export async function over(
  db: Queries,
  types: readonly number[],
  {
    before,
    limit,
    except,
  }: { readonly before: Date; readonly limit: number; readonly except: readonly number[] },
): Promise<BinnedRow[]> {
  const { rows } = await db.execute<BinnedRow>(sql`SELECT ${COLUMNS}, NULL AS "deletedBy", false AS "isOwn"
    FROM contexts binned
    WHERE binned.deleted <= ${before.toISOString()}::timestamptz AND binned.type_id = ANY (${sql.param([...types])}::int[])
      AND binned.id <> ALL (${sql.param([...except])}::bigint[])
    ORDER BY binned.deleted, binned.id LIMIT ${limit}`)
  return rows.map(withDate)
}

/** The drivers return times of raw SQL as text or as a date. */
const withDate = (row: BinnedRow): BinnedRow => ({ ...row, deleted: new Date(row.deleted) })

/** Returns the items of one noun among these deleted contexts, in their order. */
export async function itemsOf(
  db: Queries,
  type: ItemType,
  rows: readonly BinnedRow[],
): Promise<BinnedItem[]> {
  const wanted = rows.filter(({ typeId }) => typeId === type.contextType)
  if (wanted.length === 0) return []
  const { noun, path, table, countedAs } = type
  const name = sql.identifier(getTableName(table))
  const kind = countedAs?.name ?? sql`${path}::text`
  const found = await db.execute<Omit<BinnedItem, 'noun'> & Record<string, unknown>>(sql`
    SELECT ${table.id} AS id, ${table.contextId} AS "contextId", binned.owner_context_id AS "ownerContextId",
      binned.name, ${kind} AS kind, ARRAY(SELECT share.assoc_context_id FROM associations share
        WHERE share.context_id = binned.id ORDER BY share.created, share.assoc_context_id) AS "contextIds"
    FROM unnest(${sql.param(wanted.map(({ id }) => id))}::bigint[]) WITH ORDINALITY AS wanted (id, place)
    JOIN contexts binned ON binned.id = wanted.id JOIN ${name} ON ${table.contextId} = binned.id
    ORDER BY wanted.place`)
  return found.rows.map((row) => ({ ...row, noun }))
}
