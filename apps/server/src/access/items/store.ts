// The SQL of items of every noun; the table comes from the noun's declaration.
import { and, asc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { uuid, text } from 'drizzle-orm/pg-core'
import { id, key, time } from '#platform/db/columns.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { approvedTexts, hasWaitingTexts, type ApprovedTexts } from '../approved-texts.ts'
import { effectiveLevel, outsideBin, qualified } from '../effective-level.ts'
import { LEVEL } from '../policy.ts'
import { ownerOf, sharesOf } from '../shares-store.ts'
import type { Viewer } from '../viewer.ts'
import { labelsOf, type Label } from './labels-store.ts'
import type { ItemFacts, ItemTable, ItemType } from './type.ts'

/** The first columns of every table of items. */
export const itemColumns = () => ({
  id: key(),
  uuid: uuid('uuid').notNull(),
  contextId: id('context_id').notNull(),
  ownerId: id('owner_id').notNull(),
  name: text('name').notNull(),
  created: time('created').notNull().defaultNow(),
  modified: time('modified').notNull().defaultNow(),
})

/** A row to insert or update; `ItemFields` has checked the columns. */
type Values = Record<string, unknown>

/** Returns the columns of a row from which `shown` makes `ItemFacts`, for a viewer with that level. */
export function seen({ table, labelled, approved }: ItemType, viewer: Viewer, level: SQL<number>) {
  return {
    ...getTableColumns(table),
    ownerContextId: ownerOf(table.contextId),
    level,
    shares: sharesOf(table.contextId),
    labels: labelled ? labelsOf(table.contextId) : sql<Label[]>`'[]'::json`,
    waits: approved ? hasWaitingTexts(table.contextId) : sql<boolean>`false`,
    texts: approved ? approvedTexts(viewer, table.contextId) : sql<null>`NULL::jsonb`,
  }
}

export interface Row {
  readonly level: number
  readonly waits: boolean
  readonly texts: ApprovedTexts | null
}

/** Puts the approved texts in place of the item's own, where the viewer reads these. */
export function shown({ texts, ...row }: Row): object {
  return { ...row, ...texts, waits: row.waits && row.level >= LEVEL.write }
}

/** Returns an item with its own texts, which a reviewer reads before they are approved; without checking access. */
export async function findChanged<Table extends ItemTable>(
  db: Queries,
  viewer: Viewer,
  type: ItemType<Table>,
  itemId: number,
): Promise<ItemFacts<Table> | undefined> {
  const { approved: _, ...own } = type
  return find(db, viewer, own, itemId)
}

/** An item in the recycle bin is not found. */
export async function find<Table extends ItemTable>(
  db: Queries,
  viewer: Viewer,
  type: ItemType<Table>,
  itemId: number,
): Promise<ItemFacts<Table> | undefined> {
  const table: ItemTable = type.table
  const [found] = await db
    .select(seen(type, viewer, effectiveLevel(viewer, table.contextId)))
    .from(table)
    .where(and(eq(table.id, itemId), outsideBin(table.contextId)))
  return found && (shown(found) as ItemFacts<Table>)
}

/** Locks an item's row before it is read, so that concurrent changes are serialized. */
export async function lock(tx: Tx, { table }: ItemType, itemId: number): Promise<void> {
  await tx.select({ id: table.id }).from(table).where(eq(table.id, itemId)).for('update')
}

export async function insert(tx: Tx, { table }: ItemType, values: Values): Promise<number> {
  const [row] = await tx.insert(table).values(values).returning({ id: table.id })
  if (!row) throw new Error('The database returned no row for a new item')
  return Number(row.id)
}

/** Inserts many items in one statement. Returns their ids by their uuid. */
export async function insertAll(
  tx: Tx,
  { table }: ItemType,
  values: readonly Values[],
): Promise<Map<string, number>> {
  const rows = await tx
    .insert(table)
    .values([...values])
    .returning({ uuid: table.uuid, id: table.id })
  return new Map(rows.map(({ uuid, id }) => [String(uuid), Number(id)]))
}

export async function update(tx: Tx, { table }: ItemType, itemId: number, change: Values): Promise<void> {
  await tx.update(table).set(change).where(eq(table.id, itemId))
}

/** Deletes items and their dependent rows. The caller removes the contexts. */
export async function remove(tx: Tx, { table }: ItemType, ids: readonly number[]): Promise<void> {
  await tx.delete(table).where(inArray(table.id, [...ids]))
}

/** Returns the id of the item with that context. */
export async function idOf(db: Queries, { table }: ItemType, contextId: number): Promise<number | undefined> {
  const [found] = await db.select({ id: table.id }).from(table).where(eq(table.contextId, contextId))
  return found && Number(found.id)
}

/** An owned item as needed when its owner is removed; `contextIds` are the contexts it is shared with. */
export interface OwnedItem {
  readonly id: number
  readonly contextId: number
  readonly contextIds: number[]
  readonly countedAs: string
  readonly inBin: boolean
}

/** Returns the user id of an item's owner. */
export async function ownerIdOf(tx: Tx, { table }: ItemType, itemId: number): Promise<number | undefined> {
  const [found] = await tx.select({ ownerId: table.ownerId }).from(table).where(eq(table.id, itemId))
  return found && Number(found.ownerId)
}

/** Returns the number of a user's own items; until the end of the transaction no other one is counted or created. */
export async function countOwn(tx: Tx, { table }: ItemType, userId: number): Promise<number> {
  await tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)
  return tx.$count(table, and(eq(table.ownerId, userId), outsideBin(table.contextId)))
}

/** Returns the items that a person owns, also those in the recycle bin, by id. */
export async function ownedBy(db: Queries, type: ItemType, userId: number): Promise<OwnedItem[]> {
  const { table, path } = type
  const countedAs = type.countedAs?.name ?? sql<string>`${path}::text`
  const contextIds = sql<number[]>`ARRAY(SELECT share.assoc_context_id FROM associations share
    WHERE share.context_id = ${qualified(table.contextId)} ORDER BY share.created, share.assoc_context_id)`
  const found = await db
    .select({
      id: table.id,
      contextId: table.contextId,
      contextIds,
      countedAs,
      inBin: sql<boolean>`NOT ${outsideBin(table.contextId)}`,
    })
    .from(table)
    .where(eq(table.ownerId, userId))
    .orderBy(asc(table.id))
  return found as OwnedItem[]
}

/** Locks a person's items in one order, before any of them is read. */
export async function lockOf(tx: Tx, { table }: ItemType, userId: number): Promise<void> {
  await tx
    .select({ id: table.id })
    .from(table)
    .where(eq(table.ownerId, userId))
    .orderBy(asc(table.id))
    .for('update')
}

/** Changes items by id. Sets `modified` as `laterThan` does, so that a concurrent edit gets a conflict. */
export async function touch(
  tx: Tx,
  { table }: ItemType,
  ids: readonly number[],
  now: Date,
  change: { readonly ownerId?: number } = {},
): Promise<void> {
  const modified = sql`greatest(${now.toISOString()}::timestamptz, ${table.modified} + interval '1 millisecond')`
  await tx
    .update(table)
    .set({ ...change, modified })
    .where(inArray(table.id, [...ids]))
}
