// Who has access to an item, and through which of its shares.
import { sql } from 'drizzle-orm'
import { COMPANY_CONTEXT, CONTEXT_TYPES } from '@polylogue/contract'
import { LEVEL, type Person } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { holdsWords, searchWords } from '#platform/folded.ts'
import { PERSON, type Slice } from './list-store.ts'
import type { ContextFacts, ReaderFacts } from './rules.ts'

interface ReadersFilter {
  readonly q: string | undefined
  /** Leaves out people who have access by a share of their own alone. */
  readonly throughGroups: boolean
}

/**
 * Returns the people whom the shares of an item give access, by name: its owner and people across the tenant wall are not
 * among them. Follows the shares down to their people, where `effectiveLevel` asks for one person: both must agree.
 */
export async function readers(
  db: Queries,
  viewer: Person,
  item: ContextFacts,
  { q, throughGroups }: ReadersFilter,
  { offset, limit }: Slice,
): Promise<ReaderFacts[]> {
  const onlySelf =
    item.level >= LEVEL.admin ? sql`` : sql`AND person.context_id = ${viewer.contextId}::bigint`
  const { rows } = await db.execute<ReaderFacts & Record<string, unknown>>(sql`
    WITH RECURSIVE given AS MATERIALIZED (
      SELECT share.assoc_context_id AS id,
        CASE WHEN share.can_admin THEN 3 WHEN share.can_write THEN 2 ELSE 1 END AS level
      FROM associations share WHERE share.context_id = ${item.id}::bigint
    ), inside (root, id) AS (
      SELECT given.id, given.id FROM given
      UNION
      SELECT inside.root, member.id FROM inside
      CROSS JOIN LATERAL (
        SELECT association.assoc_context_id AS id FROM associations association
        WHERE association.context_id = inside.id AND association.membership OFFSET 0) member
    ), way (root, id) AS (
      SELECT inside.root, person.context_id FROM inside JOIN users person ON person.context_id = inside.id
      UNION
      SELECT inside.root, person.context_id FROM inside JOIN users person ON person.tenant_context_id = inside.id
      UNION
      SELECT inside.root, person.context_id FROM inside CROSS JOIN users person
      WHERE inside.id = ${COMPANY_CONTEXT}::bigint
    )
    SELECT person.context_id AS id, ${sql.raw(String(CONTEXT_TYPES.user))} AS "typeId", '' AS name, '' AS description,
      0 AS "numMembers", false AS "asksApproval", ${PERSON} AS person,
      max(given.level) >= 2 AS "canWrite", max(given.level) >= 3 AS "canAdmin",
      bool_or(way.root = person.context_id) AS "isDirect",
      coalesce(json_agg(json_build_object('id', through.id, 'displayName', through.name)
        ORDER BY lower(through.name), through.id) FILTER (WHERE through.id <> person.context_id), '[]') AS groups
    FROM way
    JOIN given ON given.id = way.root
    JOIN contexts through ON through.id = way.root
    JOIN users person ON person.context_id = way.id
    WHERE person.context_id <> ${item.ownerContextId}::bigint ${onlySelf}
      AND person.tenant_context_id IS NOT DISTINCT FROM (
        SELECT owner.tenant_context_id FROM users owner WHERE owner.context_id = ${item.ownerContextId}::bigint)
      AND (way.root = person.context_id OR NOT EXISTS (
        SELECT 1 FROM hidden_contexts hidden
        WHERE hidden.context_id = ${item.id}::bigint AND hidden.user_context_id = person.context_id))
      AND ${holdsWords(sql.raw('person.search_name'), searchWords(q))}
    GROUP BY person.id
    HAVING ${throughGroups ? sql`bool_or(way.root <> person.context_id)` : sql`true`}
    ORDER BY lower(person.last_name), lower(person.first_name), person.id
    LIMIT ${limit} OFFSET ${offset}`)
  return rows
}
