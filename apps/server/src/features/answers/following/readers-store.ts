import { eq, sql, type SQL } from 'drizzle-orm'
import { isPerson, userKey, viewerKey, visible, type Viewer } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { projects } from '#features/projects/table.ts'
import { messages } from '#features/queries/table.ts'
import { tabs } from '#features/tabs/table.ts'
import { users } from '#features/users/table.ts'
import type { Following, StillReading } from './readers.ts'

type LinkHolder = Extract<Viewer, { kind: 'link' }>

interface ByKind {
  readonly people: { messageId: number; contextId: number }[]
  readonly links: { messageId: number; viewer: LinkHolder }[]
}

/**
 * Returns which of these readers may still read their answers, in one query for people and one for holders of share links.
 * Visitors of chatbots read no item, so they are never among them.
 */
export async function stillReading(
  db: Queries,
  following: readonly Following[],
): Promise<readonly StillReading[]> {
  const { people, links } = byKind(following)
  return (await Promise.all([peopleReading(db, people), linksReading(db, links)])).flat()
}

function byKind(following: readonly Following[]): ByKind {
  const found: ByKind = { people: [], links: [] }
  for (const { messageId, viewer } of following)
    if (isPerson(viewer)) found.people.push({ messageId, contextId: viewer.contextId })
    else if (viewer.kind === 'link') found.links.push({ messageId, viewer })
  return found
}

/** Their accounts are read again: a tenant may have changed. */
async function peopleReading(db: Queries, people: ByKind['people']): Promise<StillReading[]> {
  if (people.length === 0) return []
  const asked = sql`unnest(${ids(people.map((one) => one.messageId))}, ${ids(people.map((one) => one.contextId))})
    AS asked (message, reader)`
  const found = await db
    .selectDistinct({
      messageId: messages.id,
      userId: users.id,
      isOwner: sql<boolean>`${projects.ownerId} = ${users.id}`,
    })
    .from(messages)
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .innerJoin(asked, sql`asked.message = ${messages.id}`)
    .innerJoin(users, sql`${users.contextId} = asked.reader`)
    .where(visible(users, projects.contextId))
  return found.map(({ userId, ...one }) => ({ ...one, reader: userKey(userId) }))
}

/** Whether a link itself still exists is watched by its viewer source. */
async function linksReading(db: Queries, links: ByKind['links']): Promise<StillReading[]> {
  if (links.length === 0) return []
  const asked = sql`unnest(${ids(links.map((one) => one.messageId))},
    ${ids(links.map(({ viewer }) => viewer.itemContextId))}, ${sql.param(links.map(({ viewer }) => viewerKey(viewer)))}::text[])
    AS asked (message, item, reader)`
  const found = await db
    .selectDistinct({ messageId: messages.id, reader: sql<string>`asked.reader` })
    .from(messages)
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .innerJoin(asked, sql`asked.message = ${messages.id}`)
    .where(visible({ itemContextId: sql`asked.item` }, projects.contextId))
  return found.map((one) => ({ ...one, isOwner: false }))
}

const ids = (values: readonly number[]): SQL => sql`${sql.param([...values])}::bigint[]`
