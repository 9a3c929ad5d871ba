import { and, eq, ne } from 'drizzle-orm'
import type { Queries } from '#platform/db/index.ts'
import { messages } from '#features/queries/table.ts'
import { users } from '#features/users/table.ts'

/** Whether a user asked any model other than this one. */
export async function hasAsked(db: Queries, userId: number, exceptModelId: number): Promise<boolean> {
  const found = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.userId, userId), ne(messages.modelId, exceptModelId)))
    .limit(1)
  return found.length > 0
}

/** Whether other users exist. */
export async function hasOthers(db: Queries, userId: number): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(ne(users.id, userId)).limit(1)
  return found.length > 0
}
