import { eq, sql } from 'drizzle-orm'
import { visible } from '../../../access/index.ts'
import type { Queries } from '../../../platform/db/index.ts'
import { projects } from '../../projects/table.ts'
import { messages } from '../../queries/table.ts'
import { tabs } from '../../tabs/table.ts'
import { users } from '../../users/table.ts'
import type { Following, StillReading } from './readers.ts'

/** Returns which of these readers may still read their answers, in one query. */
export async function stillReading(
  db: Queries,
  following: readonly Following[],
): Promise<readonly StillReading[]> {
  const ids = (of: (one: Following) => number) => sql`${sql.param(following.map(of))}::bigint[]`
  const asked = sql`unnest(${ids((one) => one.messageId)}, ${ids((one) => one.reader)}) AS asked (message, reader)`
  return db
    .selectDistinct({
      messageId: messages.id,
      reader: users.contextId,
      isOwner: sql<boolean>`${projects.ownerId} = ${users.id}`,
    })
    .from(messages)
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .innerJoin(asked, sql`asked.message = ${messages.id}`)
    .innerJoin(users, sql`${users.contextId} = asked.reader`)
    .where(visible(users, projects.contextId))
}
