// Finds the readers of items, for messages to many people at once.
import { sql, type SQL } from 'drizzle-orm'
import { holders, visible, type PersonColumns } from './effective-level.ts'

const person: PersonColumns = {
  contextId: sql`person.context_id`,
  tenantContextId: sql`person.tenant_context_id`,
}
const knownPerson: PersonColumns = { ...person, held: sql`person.held` }

/**
 * Returns SQL for a table `(item, reader)`: which of `people` may read which of `items` (both by their context ids; `items`
 * is a SELECT). Checks only the owner for unshared items, and looks up each person's groups once for all items, so that the
 * cost stays low with many people.
 */
export function readersAmong(items: SQL, people: readonly number[]): SQL {
  return sql`(WITH told AS MATERIALIZED (
      SELECT kept.id, kept.owner_context_id,
        EXISTS (SELECT 1 FROM associations given WHERE given.context_id = kept.id) AS shared
      FROM contexts kept WHERE kept.id IN (${items})
    ), known AS MATERIALIZED (
      SELECT person.context_id, person.tenant_context_id,
        CASE WHEN EXISTS (SELECT 1 FROM told WHERE told.shared) THEN ARRAY${holders(person)} END AS held
      FROM users person WHERE person.context_id = ANY (${sql.param([...people])}::bigint[])
    )
    SELECT told.id AS item, person.context_id AS reader
    FROM told JOIN known person ON person.context_id = told.owner_context_id OR told.shared
    WHERE ${visible(knownPerson, sql`told.id`)})`
}

/**
 * Returns SQL for a table `(writer)`: which of `people` have write access in a group of their own: its owner, and members
 * with write access. Roles do not count (decision 18).
 */
export function writersAmong(groupId: number, people: readonly number[]): SQL {
  return sql`(SELECT person.context_id AS writer
    FROM users person JOIN contexts held ON held.id = ${groupId}::bigint
    LEFT JOIN users keeper ON keeper.context_id = held.owner_context_id
    WHERE person.context_id = ANY (${sql.param([...people])}::bigint[])
      AND (keeper.id IS NULL OR keeper.tenant_context_id IS NOT DISTINCT FROM person.tenant_context_id)
      AND (held.owner_context_id = person.context_id OR EXISTS (
        SELECT 1 FROM associations membership
        WHERE membership.context_id = held.id AND membership.can_write
          AND membership.assoc_context_id IN ${holders(person)})))`
}

/** The former access to a deleted or unshared object: its owner and the contexts that it was shared with. */
export interface FormerAccess {
  readonly ownerContextId: number
  readonly contextIds: readonly number[]
}

/**
 * Returns SQL for a table `(reader)`: which of `people` could read something before its shares ended or it was deleted.
 * Includes people who had left it. Excludes people across the tenant wall, unless the owner was removed too.
 */
export function formerReadersAmong(former: FormerAccess, people: readonly number[]): SQL {
  return sql`(SELECT person.context_id AS reader
    FROM users person
    WHERE person.context_id = ANY (${sql.param([...people])}::bigint[]) AND (
      person.context_id = ${former.ownerContextId}
      OR (NOT EXISTS (SELECT 1 FROM users owner WHERE owner.context_id = ${former.ownerContextId}
          AND owner.tenant_context_id IS DISTINCT FROM person.tenant_context_id)
        AND EXISTS (SELECT 1 FROM unnest(${sql.param([...former.contextIds])}::bigint[]) AS held (id)
          WHERE held.id IN ${holders(person)}))))`
}
