// Who may read: the access question the other way round, for what is told to many people at once.
import { sql, type SQL } from 'drizzle-orm'
import { holders, visible, type PersonColumns } from './effective-level.ts'

const person: PersonColumns = {
  contextId: sql`person.context_id`,
  tenantContextId: sql`person.tenant_context_id`,
}
const knownPerson: PersonColumns = { ...person, held: sql`person.held` }

/**
 * A table `(item, reader)`: which of some people (by their own contexts) may read which of some items (by theirs; `items`
 * selects them). Of an item that is shared with nobody only its owner is asked about, and what somebody is in is looked up
 * once for all items, so that it stays cheap however many people there are.
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

/** Who had access to something that is gone: its owner, and the contexts that it was shared with. */
export interface FormerAccess {
  readonly ownerContextId: number
  readonly contextIds: readonly number[]
}

/**
 * A table `(reader)`: which of some people could read something before its shares ended, or before it was deleted. Those who
 * had left it are among them; people beyond a tenant's wall are not, unless the owner is gone as well and their wall with them.
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
