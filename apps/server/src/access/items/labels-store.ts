// Categories and tags: one pair of tables for every noun. A label belongs to one side of the tenant wall.
import { LABEL_LIMITS } from '@polylogue/contract'
import { and, asc, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, key, time } from '../../platform/db/columns.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { containing } from '../../platform/like.ts'
import { Problem } from '../../problem.ts'
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
 * @throws Problem TOO_MANY_LABELS when the viewer's side of the tenant wall has as many of the kind as it may
 */
export async function createLabel(
  db: Queries,
  viewer: Person,
  { kind, name, description = '' }: { kind: LabelKind; name: string; description?: string | undefined },
): Promise<Label & { description: string }> {
  const same = and(eq(labels.kind, kind), sql`lower(${labels.name}) = lower(${name})`, sameTenant(viewer))
  const known = async () => (await db.select(columns).from(labels).where(same))[0]
  const before = await known()
  if (before) return before
  const ofKind = and(eq(labels.kind, kind), sameTenant(viewer))
  const limit = LABEL_LIMITS.count
  if ((await db.$count(labels, ofKind)) >= limit) throw new Problem('TOO_MANY_LABELS', { limit })
  const { tenantContextId } = viewer
  const [made] = await db
    .insert(labels)
    .values({ kind, name, description, tenantContextId })
    .onConflictDoNothing()
    .returning(columns)
  const label = made ?? (await known())
  if (!label) throw new Error('A label is neither new nor known')
  return label
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
    JOIN labels label ON label.id = given.label_id WHERE label.kind = ${kind} AND label.name ILIKE ${containing(text)})`
}
