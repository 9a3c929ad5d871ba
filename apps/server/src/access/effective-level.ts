// Effective access to items of every kind, computed in one SQL expression (ACCESS-3).
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { COMPANY_CONTEXT, type ContextTypeId } from '@polylogue/contract'
import { isPerson, type Person, type Viewer } from './viewer.ts'

/** The columns of a person's own context and of their tenant, for a query over many people. */
export interface PersonColumns {
  readonly contextId: SQLWrapper
  readonly tenantContextId: SQLWrapper
  /** An array of the person's `holders`, precomputed by queries that check each person more than once. */
  readonly held?: SQLWrapper
}

/** The column with the context of the item that a share link opens, for a query over many links. */
export interface LinkColumns {
  readonly itemContextId: SQLWrapper
}

/** The viewer of a request, or each person or share link of a query. */
export type ViewerOrColumns = Viewer | PersonColumns | LinkColumns
/** The same, limited to people. */
export type PersonOrColumns = Person | PersonColumns

// A parameter even when the tenant is null, so that prepared statements have the same text for every viewer.
function personOf(asked: PersonOrColumns): PersonColumns {
  if (!('kind' in asked)) return asked
  return {
    contextId: sql`${asked.contextId}::bigint`,
    tenantContextId: sql`${sql.param(asked.tenantContextId)}::bigint`,
  }
}

/**
 * Looks up the viewer's holders once per statement. Put `once` before the SELECT, and pass `asked` in place of the viewer.
 */
export function askingOnce(viewer: Person): { once: SQL; asked: PersonColumns } {
  return {
    once: sql`WITH asking AS MATERIALIZED (SELECT ARRAY${holders(viewer)} AS held)`,
    asked: { ...personOf(viewer), held: sql`(SELECT asking.held FROM asking)` },
  }
}

/**
 * Returns the contexts that give a person access: their own, the company's, their tenant's, and every group they are in,
 * directly or through other groups.
 */
export function holders(asked: PersonOrColumns): SQL {
  const { contextId, tenantContextId, held } = personOf(asked)
  if (held) return sql`(SELECT unnest(${held}))`
  // A person without a tenant lists the company twice. Memberships share a table with many shares but have an index of their
  // own. OFFSET 0 forces an index lookup per holder; without statistics the planner would scan the whole table.
  return sql`(WITH RECURSIVE holder (id) AS (
    SELECT unnest(ARRAY[${contextId}, ${COMPANY_CONTEXT}::bigint, coalesce(${tenantContextId}, ${COMPANY_CONTEXT}::bigint)])
    UNION
    SELECT membership.context_id
    FROM holder
    CROSS JOIN LATERAL (
      SELECT given.context_id FROM associations given
      WHERE given.assoc_context_id = holder.id AND given.membership OFFSET 0) membership
  ) SELECT id FROM holder)`
}

/**
 * Returns SQL for the level on the context in `contextId` (a column or value): 0 none, 1 read, 2 write, 3 admin.
 * The owner has admin; nobody has access across a tenant wall; otherwise the maximum over the shares with the viewer's
 * holders. A person who left an item keeps only direct shares.
 * A share link gives read access to its own item. A widget visitor reads no item. Nobody has access to an item in the
 * recycle bin (ACCESS-16).
 */
export function effectiveLevel(asked: ViewerOrColumns, contextId: SQLWrapper): SQL<number> {
  return levelOf(asked, contextId, sql`WHEN item.deleted IS NOT NULL THEN 0`)
}

/** Returns SQL for the level that a person would have on an item if it were taken out of the recycle bin. */
export function levelOutsideBin(asked: PersonOrColumns, contextId: SQLWrapper): SQL<number> {
  return levelOf(asked, contextId, sql``)
}

/** `first` are cases that come before all others. */
function levelOf(asked: ViewerOrColumns, contextId: SQLWrapper, first: SQL): SQL<number> {
  if ('itemContextId' in asked) return openedLevel(sql`${asked.itemContextId}::bigint`, contextId)
  if ('kind' in asked && !isPerson(asked)) return openedLevel(sql`0`, contextId)
  const { contextId: own, tenantContextId: tenant } = personOf(asked)
  return sql<number>`(SELECT CASE
      ${first}
      WHEN item.owner_context_id = ${own} THEN 3
      WHEN (SELECT owner.tenant_context_id FROM users owner
        WHERE owner.context_id = item.owner_context_id) IS DISTINCT FROM ${tenant} THEN 0
      ELSE coalesce((
        SELECT max(CASE WHEN share.can_admin THEN 3 WHEN share.can_write THEN 2 ELSE 1 END)
        FROM associations share
        WHERE share.context_id = item.id AND ${givesAccess(asked)}), 0)
      END
    FROM contexts item WHERE item.id = ${qualified(contextId)})`
}

/**
 * Returns a condition: the row `share` of associations gives a person access to its item. A person who left the item keeps
 * only direct shares.
 */
export function givesAccess(asked: PersonOrColumns): SQL<boolean> {
  const { contextId: own } = personOf(asked)
  return sql<boolean>`(share.assoc_context_id = ${own}
    OR (share.assoc_context_id IN ${holders(asked)} AND NOT EXISTS (
      SELECT 1 FROM hidden_contexts hidden
      WHERE hidden.context_id = share.context_id AND hidden.user_context_id = ${own})))`
}

function openedLevel(opened: SQL, contextId: SQLWrapper): SQL<number> {
  return sql<number>`(SELECT CASE WHEN item.id = ${opened} AND item.deleted IS NULL THEN 1 ELSE 0 END
    FROM contexts item WHERE item.id = ${qualified(contextId)})`
}

/** Returns the condition of every list: the viewer may at least read the item whose context is in `contextId`. */
export function visible(asked: ViewerOrColumns, contextId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${effectiveLevel(asked, contextId)} >= 1`
}

/**
 * Returns a condition that indexes can evaluate and that covers every item for which `visible` can be true: owned by the
 * viewer or shared with their holders. Combined with `visible` it saves a check of every item of the installation.
 */
export function reachable(
  asked: PersonOrColumns,
  typeId: ContextTypeId,
  contextId: SQLWrapper,
): SQL<boolean> {
  const { contextId: own } = personOf(asked)
  return sql<boolean>`${contextId} IN (
    SELECT owned.id FROM contexts owned
    WHERE owned.owner_context_id = ${own} AND owned.type_id = ${typeId}
    UNION
    SELECT share.context_id FROM associations share WHERE share.assoc_context_id IN ${holders(asked)})`
}

/** Returns a condition: the item whose context is in `contextId` is not in the recycle bin; for reads of a person's own items. */
export function outsideBin(contextId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT FROM contexts binned WHERE binned.id = ${qualified(contextId)} AND binned.deleted IS NOT NULL)`
}

/**
 * Returns the column qualified with its table. Drizzle omits the table when it selects from a single one; in a subquery the
 * bare name would refer to another table's column.
 */
export function qualified(column: SQLWrapper): SQL {
  return sql`${sql`${column}`}`
}
