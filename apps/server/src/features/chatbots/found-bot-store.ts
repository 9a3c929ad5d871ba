// The SQL of a chatbot as it is now: with its owner, tab, data source and model, for every request.
import { and, eq, sql, type Placeholder } from 'drizzle-orm'
import { CUSTINST_SCOPES } from '@polylogue/contract'
import { effectiveLevel, LEVEL, outsideBin } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { sessions } from '#features/auth/table.ts'
import { datasources } from '#features/datasources/table.ts'
import { TAGS, type FoundTag } from '#features/models/table.ts'
import { projects } from '#features/projects/table.ts'
import { tabs } from '#features/tabs/table.ts'
import { users } from '#features/users/table.ts'
import { chatbots, chatbotSessions } from './table.ts'

const owner = { contextId: users.contextId, tenantContextId: users.tenantContextId }

const COLUMNS = {
  bot: chatbots,
  inBin: sql<boolean>`NOT ${outsideBin(chatbots.contextId)}`,
  owner: { id: users.id, roleId: users.roleId, canUseUi: users.canUseUi },
  /** Null without the tab. */
  tabLevel: sql<number | null>`${effectiveLevel(owner, projects.contextId)}`,
  projectId: projects.id,
  tabName: tabs.name,
  sourceLevel: sql<number | null>`${effectiveLevel(owner, datasources.contextId)}`,
  sourceLabel: datasources.label,
  /** Whether the owner may read both instructions, each of its scope. */
  hasInstructions: sql<boolean>`NOT EXISTS (
    SELECT FROM (VALUES (${chatbots.custInstWhoId}, ${sql.raw(String(CUSTINST_SCOPES.who))}),
      (${chatbots.custInstRespondId}, ${sql.raw(String(CUSTINST_SCOPES.respond))})) wanted (id, scope)
    WHERE wanted.id <> 0 AND NOT EXISTS (SELECT FROM custinsts one WHERE one.id = wanted.id AND one.scope = wanted.scope
      AND ${effectiveLevel(owner, sql.raw('one.context_id'))} >= ${sql.raw(String(LEVEL.read))}))`,
  tag: sql<FoundTag | null>`(
    SELECT row_to_json(found) FROM (${sql.raw(TAGS)} WHERE tag.id = ${chatbots.modelTagId}) found)`,
}

const selectBots = (db: Queries) =>
  db
    .select(COLUMNS)
    .from(chatbots)
    .innerJoin(users, eq(users.id, chatbots.ownerId))
    .leftJoin(tabs, eq(tabs.id, chatbots.tabId))
    .leftJoin(projects, eq(projects.id, tabs.projectId))
    .leftJoin(datasources, eq(datasources.id, chatbots.datasourceId))

/** A chatbot as a request finds it. */
export type FoundBot = Awaited<ReturnType<typeof foundBots>>[number]

/** Returns chatbots by id, wherever they are; the caller has checked the access. */
export function foundBots(db: Queries, ids: readonly number[]) {
  return selectBots(db).where(sql`${chatbots.id} = ANY (${sql.param([...ids])}::bigint[])`)
}

/** Returns the prepared query of a chatbot by its identifier; one in the recycle bin is not found. */
export function botByIdentifier(db: Queries) {
  const query = selectBots(db)
    .where(and(eq(chatbots.identifier, sql.placeholder('identifier')), outsideBin(chatbots.contextId)))
    .prepare('chatbots.by-identifier')
  return async (identifier: string): Promise<FoundBot | undefined> => (await query.execute({ identifier }))[0]
}

/** A session with its chatbot. */
export interface FoundSession {
  readonly session: typeof chatbotSessions.$inferSelect
  /** Null for the assistant that needs no chatbot. */
  readonly found: FoundBot | null
}

/** SQL for whether a session goes on: one of a person needs the sign-in that opened it, as every request of theirs does. */
export const goesOn = (now: Placeholder | string) =>
  sql`${chatbotSessions.expires} > ${now}::timestamptz AND (${chatbotSessions.kind} IN ('visitor', 'server')
    OR EXISTS (SELECT FROM ${sessions} INNER JOIN ${users} person ON person.id = ${sessions.userId}
      WHERE ${sessions.id} = ${chatbotSessions.signIn} AND ${sessions.userId} = ${chatbotSessions.userId}
        AND ${sessions.revoked} IS NULL
        AND greatest(${sessions.accessUntil}, ${sessions.refreshUntil}) > ${now}::timestamptz
        AND person.can_use_ui AND NOT person.must_change_password))`

/** Returns the prepared query of a session that has not ended, by the hash of its token. */
export function sessionByToken(db: Queries) {
  const query = db
    .select({ session: chatbotSessions, ...COLUMNS })
    .from(chatbotSessions)
    .leftJoin(chatbots, eq(chatbots.id, chatbotSessions.chatbotId))
    .leftJoin(users, eq(users.id, chatbots.ownerId))
    .leftJoin(tabs, eq(tabs.id, chatbots.tabId))
    .leftJoin(projects, eq(projects.id, tabs.projectId))
    .leftJoin(datasources, eq(datasources.id, chatbots.datasourceId))
    .where(
      and(
        eq(chatbotSessions.tokenHash, sql.placeholder('hash')),
        goesOn(sql.placeholder('now')),
        sql`(${chatbots.id} IS NULL OR ${outsideBin(chatbots.contextId)})`,
      ),
    )
    .prepare('chatbots.by-token')
  return async (hash: Buffer, now: Date): Promise<FoundSession | undefined> => {
    const [row] = await query.execute({ hash, now: now.toISOString() })
    if (!row) return undefined
    const { session, bot, owner, ...rest } = row
    return { session, found: bot && owner ? { bot, owner, ...rest } : null }
  }
}
