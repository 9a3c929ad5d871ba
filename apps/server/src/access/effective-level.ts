// Effective access, computed in one place, in one SQL expression, for every kind of item (reading 4).
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { COMPANY_CONTEXT, type ContextTypeId } from '@polylogue/contract'
import { isPerson, type Person, type Viewer } from './viewer.ts'

/** A person as a query over many people has them: the columns of their own context and of their tenant's. */
export interface PersonColumns {
  readonly contextId: SQLWrapper
  readonly tenantContextId: SQLWrapper
  /** An array of the person's `holders`, where a query asks about each person more than once and has made it already. */
  readonly held?: SQLWrapper
}

/** Whose access is asked for: whoever makes a request, or each person of a query. */
export type Asked = Viewer | PersonColumns
/** The same where only people hold access. */
export type AskedPerson = Person | PersonColumns

// A parameter also when the tenant is null: prepared statements must read the same for everybody.
function personOf(asked: AskedPerson): PersonColumns {
  if (!('kind' in asked)) return asked
  return {
    contextId: sql`${asked.contextId}::bigint`,
    tenantContextId: sql`${sql.param(asked.tenantContextId)}::bigint`,
  }
}

/**
 * The viewer as someone whose holders a statement looks up once, however often it asks: `once` goes before the SELECT that
 * asks, `asked` is who it asks for.
 */
export function askingOnce(viewer: Person): { once: SQL; asked: PersonColumns } {
  return {
    once: sql`WITH asking AS MATERIALIZED (SELECT ARRAY${holders(viewer)} AS held)`,
    asked: { ...personOf(viewer), held: sql`(SELECT asking.held FROM asking)` },
  }
}

/**
 * The contexts through which somebody holds access: their own, the company's, their tenant's, and every group they are
 * transitively in.
 */
export function holders(asked: AskedPerson): SQL {
  const { contextId, tenantContextId, held } = personOf(asked)
  if (held) return sql`(SELECT unnest(${held}))`
  // Somebody in no tenant names the company twice. Memberships stand in one table with shares, of which there are many: they
  // have an index of their own, and OFFSET keeps the look into it for each holder, where a database that knows little of its
  // rows would read all of them.
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
 * Somebody's level on the context in `contextId` (a column or value): 0 none, 1 read, 2 write, 3 admin, as SQL.
 * The owner has all; a tenant's wall ends everything; else the union over shares with whoever the viewer is or is in,
 * where a person who left an item sees only what was shared with them directly. A share link opens its own item to read; a
 * visitor of a widget reads no item.
 */
export function effectiveLevel(asked: Asked, contextId: SQLWrapper): SQL<number> {
  if ('kind' in asked && !isPerson(asked)) return openedLevel(asked, contextId)
  const { contextId: own, tenantContextId: tenant } = personOf(asked)
  return sql<number>`(SELECT CASE
      WHEN item.owner_context_id = ${own} THEN 3
      WHEN owner.tenant_context_id IS DISTINCT FROM ${tenant} THEN 0
      ELSE coalesce((
        SELECT max(CASE WHEN share.can_admin THEN 3 WHEN share.can_write THEN 2 ELSE 1 END)
        FROM associations share
        WHERE share.context_id = item.id AND (
          share.assoc_context_id = ${own}
          OR (share.assoc_context_id IN ${holders(asked)} AND NOT EXISTS (
            SELECT 1 FROM hidden_contexts hidden
            WHERE hidden.context_id = item.id AND hidden.user_context_id = ${own}))
        )), 0)
      END
    FROM contexts item
    LEFT JOIN users owner ON owner.context_id = item.owner_context_id
    WHERE item.id = ${qualified(contextId)})`
}

function openedLevel(viewer: Exclude<Viewer, Person>, contextId: SQLWrapper): SQL<number> {
  const opened = viewer.kind === 'link' ? viewer.itemContextId : 0
  return sql<number>`(SELECT CASE WHEN item.id = ${opened}::bigint THEN 1 ELSE 0 END
    FROM contexts item WHERE item.id = ${qualified(contextId)})`
}

/** The condition of every list: the viewer may at least read the item whose context is in `contextId`. */
export function visible(asked: Asked, contextId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${effectiveLevel(asked, contextId)} >= 1`
}

/**
 * A condition that indexes answer, true for everything of a type that `visible` could be true for: what the viewer owns and
 * what is shared with whoever they are in. Beside `visible` it spares a list the question for every item of the installation.
 */
export function reachable(asked: AskedPerson, typeId: ContextTypeId, contextId: SQLWrapper): SQL<boolean> {
  const { contextId: own } = personOf(asked)
  return sql<boolean>`${contextId} IN (
    SELECT owned.id FROM contexts owned
    WHERE owned.owner_context_id = ${own} AND owned.type_id = ${typeId}
    UNION
    SELECT share.context_id FROM associations share WHERE share.assoc_context_id IN ${holders(asked)})`
}

/**
 * A column that keeps its table's name. Drizzle drops it from the columns it sees in a selection from one table, and inside
 * a subquery the bare name would mean another table's column.
 */
export function qualified(column: SQLWrapper): SQL {
  return sql`${sql`${column}`}`
}
