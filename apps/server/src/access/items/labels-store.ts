// Categories and tags: one pair of tables for every noun. A label belongs to one side of the tenant wall.
import { LABEL_LIMITS } from '@polylogue/contract'
import { and, asc, eq, inArray, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, key, time } from '#platform/db/columns.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { contains } from '#platform/folded.ts'
import { Problem } from '#problem.ts'
import { managesGroups } from '../context-level.ts'
import { qualified } from '../effective-level.ts'
import type { Person } from '../viewer.ts'

export type LabelKind = 'category' | 'tag'

export interface Label {
  readonly id: number
  readonly kind: LabelKind
  readonly name: string
}

/** Label ids of an item by kind; an omitted kind is left unchanged or is not filtered by. */
export type LabelIds = Readonly<Partial<Record<LabelKind, readonly number[]>>>

const labels = pgTable('labels', {
  id: key(),
  kind: text('kind').$type<LabelKind>().notNull(),
  tenantContextId: id('tenant_context_id'),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  created: time('created').notNull().defaultNow(),
  createdBy: id('created_by'),
  unusedSince: time('unused_since'),
})

const itemLabels = pgTable(
  'item_labels',
  { contextId: id('context_id').notNull(), labelId: id('label_id').notNull() },
  (table) => [primaryKey({ columns: [table.contextId, table.labelId] })],
)

const sameTenant = (viewer: Person) =>
  sql<boolean>`${labels.tenantContextId} IS NOT DISTINCT FROM ${sql.param(viewer.tenantContextId)}::bigint`

const columns = {
  id: labels.id,
  kind: labels.kind,
  name: labels.name,
  description: labels.description,
}

/** Returns all labels of a kind on the viewer's side of the tenant wall, sorted by name. */
export async function listLabels(
  db: Queries,
  viewer: Person,
  kind: LabelKind,
): Promise<(Label & { description: string })[]> {
  return db
    .select(columns)
    .from(labels)
    .where(and(eq(labels.kind, kind), sameTenant(viewer)))
    .orderBy(asc(sql`lower(${labels.name})`), asc(labels.id))
}

/**
 * Creates a label, or returns the existing one of the same name (case-insensitive), since two people may add it at once.
 * Locks the viewer, so that labels created at once are all counted.
 * @throws Problem TOO_MANY_LABELS when the viewer's side of the tenant wall has as many of the kind as it may;
 *   TOO_MANY_OWN_LABELS when the viewer created as many of these as one person may, except for administrators
 */
export async function createLabel(
  db: Queries,
  viewer: Person,
  { kind, name, description = '' }: { kind: LabelKind; name: string; description?: string | undefined },
): Promise<Label & { description: string }> {
  const same = and(eq(labels.kind, kind), sql`lower(${labels.name}) = lower(${name})`, sameTenant(viewer))
  const known = async () => (await db.select(columns).from(labels).where(same))[0]
  const before = await known()
  if (before) {
    await db.update(labels).set({ unusedSince: null }).where(eq(labels.id, before.id))
    return before
  }
  await requireRoom(db, viewer, kind)
  const { tenantContextId, userId: createdBy } = viewer
  const [made] = await db
    .insert(labels)
    .values({ kind, name, description, tenantContextId, createdBy })
    .onConflictDoNothing()
    .returning(columns)
  const label = made ?? (await known())
  if (!label) throw new Error('A label is neither new nor known')
  return label
}

async function requireRoom(db: Queries, viewer: Person, kind: LabelKind): Promise<void> {
  await db.execute(sql`SELECT FROM users WHERE id = ${viewer.userId} FOR NO KEY UPDATE`)
  const ofKind = and(eq(labels.kind, kind), sameTenant(viewer))
  const { count, ownCount } = LABEL_LIMITS
  if ((await db.$count(labels, ofKind)) >= count) throw new Problem('TOO_MANY_LABELS', { limit: count })
  if (managesGroups(viewer)) return
  const own = await db.$count(labels, and(ofKind, eq(labels.createdBy, viewer.userId)))
  if (own >= ownCount) throw new Problem('TOO_MANY_OWN_LABELS', { limit: ownCount })
}

/** Deletes a label of the viewer's side of the tenant wall, also from items. Returns it with the number of these items. */
export async function removeLabel(
  tx: Tx,
  viewer: Person,
  { kind, id: labelId }: { kind: LabelKind; id: number },
): Promise<(Label & { items: number }) | undefined> {
  const one = and(eq(labels.id, labelId), eq(labels.kind, kind), sameTenant(viewer))
  const [found] = await tx.select(columns).from(labels).where(one).for('update')
  if (!found) return undefined
  const items = await tx.$count(itemLabels, eq(itemLabels.labelId, labelId))
  await tx.delete(labels).where(eq(labels.id, labelId))
  return { ...found, items }
}

/**
 * Deletes the labels that no item had at `now` and at a call before `since`, and notes which ones no item has now. Locks them
 * first, so that none is deleted that an item just got.
 */
export async function sweepLabels(tx: Tx, { now, since }: { now: Date; since: Date }): Promise<void> {
  const used = sql`EXISTS (SELECT 1 FROM ${itemLabels} given WHERE given.label_id = ${qualified(labels.id)})`
  await tx
    .update(labels)
    .set({ unusedSince: null })
    .where(and(sql`${labels.unusedSince} IS NOT NULL`, used))
  await tx
    .update(labels)
    .set({ unusedSince: now })
    .where(and(sql`${labels.unusedSince} IS NULL`, sql`NOT ${used}`))
  const over = await tx
    .select({ id: labels.id })
    .from(labels)
    .where(lte(labels.unusedSince, since))
    .orderBy(asc(labels.id))
    .for('update')
  const ids = over.map((label) => label.id)
  await tx.delete(labels).where(and(inArray(labels.id, ids), sql`NOT ${used}`))
}

/** Replaces an item's labels. Returns whether anything changed. @throws Problem NOT_FOUND for an unknown label */
export async function setLabels(
  tx: Tx,
  viewer: Person,
  contextId: number,
  wished: LabelIds,
): Promise<boolean> {
  let changed = false
  for (const kind of ['category', 'tag'] as const) {
    const ids = wished[kind] && [...new Set(wished[kind])]
    if (ids === undefined) continue
    const known = await tx
      .select({ id: labels.id })
      .from(labels)
      .where(and(inArray(labels.id, ids), eq(labels.kind, kind), sameTenant(viewer)))
      .orderBy(asc(labels.id))
      .for('key share')
    if (known.length < ids.length) throw new Problem('NOT_FOUND', { thing: kind })
    const gone = await tx
      .delete(itemLabels)
      .where(
        and(
          eq(itemLabels.contextId, contextId),
          sql`${itemLabels.labelId} IN (SELECT labels.id FROM labels WHERE labels.kind = ${kind})`,
          sql`${itemLabels.labelId} <> ALL (${sql.param(ids)}::bigint[])`,
        ),
      )
      .returning({ id: itemLabels.labelId })
    const added = ids.length
      ? await tx
          .insert(itemLabels)
          .values(ids.map((labelId) => ({ contextId, labelId })))
          .onConflictDoNothing()
          .returning({ id: itemLabels.labelId })
      : []
    changed ||= gone.length + added.length > 0
  }
  return changed
}

/** Returns SQL for the labels of the item whose context is in `contextId` (a column), categories first. */
export function labelsOf(contextId: SQLWrapper): SQL<Label[]> {
  return sql<
    Label[]
  >`(SELECT coalesce(json_agg(json_build_object('id', label.id, 'kind', label.kind, 'name', label.name)
      ORDER BY label.kind, lower(label.name), label.id), '[]')
    FROM item_labels given JOIN labels label ON label.id = given.label_id WHERE given.context_id = ${qualified(contextId)})`
}

/** Returns a condition: the item has at least one of the given categories and at least one of the given tags. */
export function hasLabels(contextId: SQLWrapper, wished: LabelIds): SQL[] {
  return Object.values(wished)
    .filter((ids) => ids.length > 0)
    .map(
      (ids) => sql`${qualified(contextId)} IN (SELECT given.context_id FROM item_labels given
        WHERE given.label_id = ANY (${sql.param([...ids])}::bigint[]))`,
    )
}

/** Returns a condition: the item has a label of this kind whose name contains the text. */
export function hasLabelNamed(contextId: SQLWrapper, kind: LabelKind, text: string): SQL {
  return sql`${qualified(contextId)} IN (SELECT given.context_id FROM item_labels given
    JOIN labels label ON label.id = given.label_id WHERE label.kind = ${kind} AND ${contains(sql.raw('label.name'), text)})`
}
