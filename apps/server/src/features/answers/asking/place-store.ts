// The one statement before a question is stored: its tab with the viewer's access, and the tag that it asks.
import { eq, sql } from 'drizzle-orm'
import { effectiveLevel } from '../../../access/index.ts'
import type { Queries } from '../../../platform/db/index.ts'
import { TAGS, type FoundTag } from '../../models/table.ts'
import { projects } from '../../projects/table.ts'
import { messages } from '../../queries/table.ts'
import { tabs } from '../../tabs/table.ts'
import type { FindPlace } from './deps.ts'

const given = (name: string) => sql`${sql.placeholder(name)}::bigint`

/** Prepares the statement once: building it takes longer than executing it. */
export function placesOf(db: Queries): FindPlace {
  const asker = { contextId: given('contextId'), tenantContextId: given('tenantContextId') }
  const query = db
    .select({
      tabId: tabs.id,
      projectId: projects.id,
      options: tabs.options,
      defaultDatasourceId: tabs.defaultDatasourceId,
      custInstWhoId: tabs.custInstWhoId,
      custInstRespondId: tabs.custInstRespondId,
      level: effectiveLevel(asker, projects.contextId),
      isFirst: sql<boolean>`NOT EXISTS (
        SELECT FROM ${messages} WHERE ${messages.tabId} = ${tabs.id} AND ${messages.state} >= 2)`,
      tag: sql<FoundTag | null>`(
        SELECT row_to_json(found) FROM (${sql.raw(TAGS)} WHERE tag.id = ${given('tagId')}) found)`,
    })
    .from(tabs)
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(tabs.id, sql.placeholder('tabId')))
    .prepare('answers.place')
  return async ({ contextId, tenantContextId }, { tabId, tagId }) => {
    const [found] = await query.execute({ contextId, tenantContextId, tabId, tagId })
    if (!found) return undefined
    const { isFirst, tag, ...tab } = found
    return { tab, isFirst, tag: tag ?? undefined }
  }
}
