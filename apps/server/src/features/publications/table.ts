// Conditions over the requests to publish items (`publications` of #access/table.ts).
import { sql } from 'drizzle-orm'
import { effectiveLevel, LEVEL } from '#access/index.ts'

/** The level that asking needs: write to change the texts that a group reads, admin to share. */
export const NEEDED = sql`CASE WHEN NOT request.can_write AND EXISTS (SELECT 1 FROM associations given
    WHERE given.context_id = request.context_id AND given.assoc_context_id = request.group_context_id)
  THEN ${LEVEL.write}::int ELSE ${LEVEL.admin}::int END`

/** Condition over `request` and its `asker`: they still have the access that asking needs. Other requests can no longer be seen or decided. */
export const STANDS = sql`${effectiveLevel(
  { contextId: sql.raw('asker.context_id'), tenantContextId: sql.raw('asker.tenant_context_id') },
  sql.raw('request.context_id'),
)} >= ${NEEDED}`
