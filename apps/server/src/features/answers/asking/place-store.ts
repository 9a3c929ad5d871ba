// The one statement before questions are stored: their tabs with the viewers' access, and the tags that they ask.
import { eq, sql } from 'drizzle-orm'
import { effectiveLevel } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { TAGS, type FoundTag } from '#features/models/table.ts'
import { projects } from '#features/projects/table.ts'
import { messages } from '#features/queries/table.ts'
import { tabs } from '#features/tabs/table.ts'
import type { AskedPlace, FoundPlace } from './deps.ts'

/** Finds the tab and the tag of each question; undefined without the tab. */
type FindPlaces = (asked: readonly AskedPlace[]) => Promise<(FoundPlace | undefined)[]>

const ASKED = sql`ROWS FROM (jsonb_to_recordset(${sql.placeholder('asked')}::jsonb)
  AS ("contextId" bigint, "tenantContextId" bigint, "tabId" bigint, "tagId" bigint)) WITH ORDINALITY
  AS asked ("contextId", "tenantContextId", "tabId", "tagId", place)`

/** Prepares the statement once: building it takes longer than executing it. */
export function placesOf(db: Queries): FindPlaces {
  const asker = { contextId: sql`asked."contextId"`, tenantContextId: sql`asked."tenantContextId"` }
  const query = db
    .select({
      place: sql<number>`asked.place`,
      tabId: tabs.id,
      projectId: projects.id,
      options: tabs.options,
      defaultDatasourceId: tabs.defaultDatasourceId,
      amountOfChunks: tabs.amountOfChunks,
      custInstWhoId: tabs.custInstWhoId,
      custInstRespondId: tabs.custInstRespondId,
      level: effectiveLevel(asker, projects.contextId),
      // As EXISTS, its plan for many questions would read all messages.
      isFirst: sql<boolean>`(
        SELECT 1 FROM ${messages} WHERE ${messages.tabId} = ${tabs.id} AND ${messages.state} >= 2 LIMIT 1) IS NULL`,
      tag: sql<FoundTag | null>`(
        SELECT row_to_json(found) FROM (${sql.raw(TAGS)} WHERE tag.id = asked."tagId") found)`,
    })
    .from(ASKED)
    .innerJoin(tabs, eq(tabs.id, sql`asked."tabId"`))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .prepare('answers.place')
  return async (all) => {
    const asked = all.map(({ viewer: { contextId, tenantContextId }, tabId, tagId }) => ({
      contextId,
      tenantContextId,
      tabId,
      tagId,
    }))
    const rows = await query.execute({ asked: JSON.stringify(asked) })
    const found = new Map(
      rows.map(({ place, isFirst, tag, ...tab }) => [place, { tab, isFirst, tag: tag ?? undefined }]),
    )
    return all.map((_, index) => found.get(index + 1))
  }
}
