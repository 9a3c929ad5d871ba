// Whom a change of an item's shares concerns.
import { sql, type SQL } from 'drizzle-orm'
import { COMPANY_CONTEXT } from '@polylogue/contract'
import { givesAccess, holders, LEVEL, type PersonColumns } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import type { NoticeShare } from '#platform/notices.ts'
import { isNext } from './people-store.ts'
import { STEP_PEOPLE, type NoticeEvent } from './step.ts'

/** A person with their levels on an item before and after a change. */
export interface Levels {
  readonly userId: number
  readonly before: number
  readonly after: number
}

const person: PersonColumns = {
  contextId: sql`person.context_id`,
  tenantContextId: sql`person.tenant_context_id`,
}
const knownPerson: PersonColumns = { ...person, held: sql`person.held` }

const levelOf = ({ canWrite, canAdmin }: NoticeShare) =>
  canAdmin ? LEVEL.admin : canWrite ? LEVEL.write : LEVEL.read

const tableOf = (shares: readonly NoticeShare[]): SQL => sql`unnest(
  ${sql.param(shares.map(({ contextId }) => contextId))}::bigint[], ${sql.param(shares.map(levelOf))}::smallint[])`

/** Somebody who is in a group now and was not before, or the other way round. */
export interface Membership {
  readonly userId: number
  readonly before: boolean
  readonly after: boolean
}

/**
 * Returns the next people, by id, who joined a group or are in it no more, also through other groups. Whoever was or stays in
 * it another way has both.
 */
export async function membershipsOf(db: Queries, event: NoticeEvent<'members'>): Promise<Membership[]> {
  const { contextId, data } = event
  const joined = sql`${sql.param([...data.joined])}::bigint[]`
  const ended = sql`${sql.param([...data.ended])}::bigint[]`
  const { rows } = await db.execute<Membership & Record<string, unknown>>(sql`
    WITH RECURSIVE now AS MATERIALIZED (
      SELECT assoc_context_id AS id FROM associations WHERE context_id = ${contextId}::bigint
    ), reached (id) AS (
      SELECT unnest(${joined} || ${ended})
      UNION SELECT member.assoc_context_id FROM reached
        JOIN associations member ON member.context_id = reached.id AND member.membership
    ), chosen AS MATERIALIZED (
      SELECT person.id, person.context_id, person.tenant_context_id FROM users person
      WHERE ${isNext(event)} AND person.context_id <> ${data.ownerContextId}
        AND person.context_id IN (SELECT id FROM reached)
      ORDER BY person.id LIMIT ${STEP_PEOPLE}
    ), known AS MATERIALIZED (SELECT person.*, ARRAY${holders(person)} AS held FROM chosen person)
    SELECT person.id AS "userId",
      (person.held && ${ended} OR EXISTS (SELECT FROM now WHERE now.id = ANY (person.held) AND now.id <> ALL (${joined}))) AS before,
      (person.held && ${joined} OR EXISTS (SELECT FROM now WHERE now.id = ANY (person.held) AND now.id <> ALL (${ended}))) AS after
    FROM known person ORDER BY person.id`)
  return rows
}

/**
 * Returns the next people who have the item through a share that changed, by id, with their levels through all shares. Nobody
 * has access across a tenant wall; a person who left the item keeps only direct shares (as in `effectiveLevel`).
 */
export async function levelsOf(db: Queries, event: NoticeEvent<'access'>): Promise<Levels[]> {
  const { contextId, data } = event
  const { ownerContextId, before, after, left = [] } = data
  const { rows } = await db.execute<Levels & Record<string, unknown>>(sql`
    WITH RECURSIVE share AS MATERIALIZED (
      SELECT ${contextId}::bigint AS context_id, coalesce(old.id, new.id) AS assoc_context_id,
        coalesce(old.level, 0) AS before, coalesce(new.level, 0) AS after
      FROM ${tableOf(before)} AS old (id, level) FULL JOIN ${tableOf(after)} AS new (id, level) ON new.id = old.id
    ), reached (id) AS (
      SELECT share.assoc_context_id FROM share WHERE share.before <> share.after
      UNION
      SELECT member.assoc_context_id FROM reached
        JOIN associations member ON member.context_id = reached.id AND member.membership
    ), chosen AS MATERIALIZED (
      SELECT person.id, person.context_id, person.tenant_context_id FROM users person
      WHERE ${isNext(event)} AND person.context_id <> ${ownerContextId}
        AND (SELECT owner.tenant_context_id FROM users owner WHERE owner.context_id = ${ownerContextId})
          IS NOT DISTINCT FROM person.tenant_context_id
        AND (person.context_id IN (SELECT id FROM reached) OR person.tenant_context_id IN (SELECT id FROM reached)
          OR EXISTS (SELECT FROM reached WHERE id = ${COMPANY_CONTEXT}))
      ORDER BY person.id LIMIT ${STEP_PEOPLE}
    ), known AS MATERIALIZED (SELECT person.*, ARRAY${holders(person)} AS held FROM chosen person)
    SELECT person.id AS "userId", 
      CASE WHEN person.context_id = ANY (${sql.param([...left])}::bigint[]) THEN 0 ELSE coalesce(levels.before, 0) END AS before,
      coalesce(levels.after, 0) AS after
    FROM known person LEFT JOIN LATERAL (
      SELECT max(share.before) AS before, max(share.after) AS after FROM share WHERE ${givesAccess(knownPerson)}
    ) levels ON true
    ORDER BY person.id`)
  return rows
}
