// Which texts of an item a viewer reads: its own, or the approved ones while a change waits for approval (decision 87).
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { effectiveLevel, givesAccess, qualified } from './effective-level.ts'
import { LEVEL } from './policy.ts'
import { isPerson, type Person, type Viewer } from './viewer.ts'

/** Fields of an item by name, as they were approved. */
export type ApprovedTexts = Readonly<Record<string, unknown>>

/** Returns a condition: a change of the item in `contextId` (a column) waits for the approval of one of its groups. */
export function hasWaitingTexts(contextId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM approved_texts kept WHERE kept.context_id = ${qualified(contextId)})`
}

/**
 * Returns SQL for the texts that the viewer reads instead of the item's own; null for its own. These are for people with
 * write access, and for readers with a share in which nothing waits. Of several groups the last approved texts are returned.
 */
export function approvedTexts(viewer: Viewer, contextId: SQLWrapper): SQL<ApprovedTexts | null> {
  if (!isPerson(viewer)) return sql<null>`NULL::jsonb`
  return sql<ApprovedTexts | null>`(CASE WHEN ${hasWaitingTexts(contextId)} THEN
    CASE WHEN ${effectiveLevel(viewer, contextId)} < ${LEVEL.write} THEN (
      SELECT CASE WHEN bool_and(kept.id IS NOT NULL) THEN (array_agg(kept.texts ORDER BY kept.id DESC))[1] END
      FROM associations share
      LEFT JOIN approved_texts kept
        ON kept.context_id = share.context_id AND kept.group_context_id = share.assoc_context_id
      WHERE share.context_id = ${qualified(contextId)} AND ${givesAccess(viewer)}) END END)`
}

/** Returns SQL for an array of the contexts whose shares let the viewer read the item in `contextId` (a column). */
export function readThrough(viewer: Person, contextId: SQLWrapper): SQL<number[]> {
  return sql<number[]>`ARRAY(SELECT share.assoc_context_id FROM associations share
    WHERE share.context_id = ${qualified(contextId)} AND ${givesAccess(viewer)})`
}
