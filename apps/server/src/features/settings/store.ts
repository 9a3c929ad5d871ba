import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Queries } from '#platform/db/index.ts'
import { userSettings } from './table.ts'

export type SettingRow = typeof userSettings.$inferSelect

/** Returns a user's settings that are valid at a time, by id. */
export async function listValid(db: Queries, userId: number, at: Date): Promise<SettingRow[]> {
  return db
    .select()
    .from(userSettings)
    .where(and(eq(userSettings.userId, userId), gt(userSettings.validUntil, at)))
    .orderBy(asc(userSettings.settingId))
}

/** Upserts one setting. */
export async function put(db: Queries, row: SettingRow): Promise<void> {
  await db
    .insert(userSettings)
    .values(row)
    .onConflictDoUpdate({
      target: [userSettings.userId, userSettings.settingId],
      set: {
        value: sql`excluded.value`,
        validUntil: sql`excluded.valid_until`,
        modified: sql`excluded.modified`,
      },
    })
}
