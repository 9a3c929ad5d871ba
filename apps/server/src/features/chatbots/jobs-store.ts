// The SQL of what is deleted after its time.
import type { Runner } from '#platform/db/index.ts'

/** Rows of one statement. */
const BATCH = 2_000

/** Deletes in batches until nothing is left. `text` has the condition of rows `old` to delete by id. */
async function deleteInBatches(
  db: Runner,
  table: string,
  condition: string,
  values: readonly unknown[],
): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      `DELETE FROM ${table} WHERE id IN (SELECT old.id FROM ${table} old WHERE ${condition} LIMIT ${BATCH})`,
      [...values],
    )
    if ((rowCount ?? 0) < BATCH) return
  }
}

/**
 * Deletes messages of visitors that are older than their chatbot keeps them. Those of editors and of the assistant have no
 * chatbot, and go with their sessions.
 */
export const forgetMessages = (db: Runner, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    'chatbot_messages',
    `old.state > 0 AND old.created < $1::timestamptz - (SELECT (bot.rules->>'keepDays')::int * interval '1 day'
      FROM chatbots bot WHERE bot.id = old.chatbot_id)`,
    [now],
  )

/** Deletes ended sessions: those of editors and of the assistant with their messages, those of visitors once they have none. */
export const forgetSessions = (db: Runner, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    'chatbot_sessions',
    `old.expires <= $1 AND (old.kind IN ('preview', 'assistant')
      OR NOT EXISTS (SELECT FROM chatbot_messages kept WHERE kept.session_id = old.id))`,
    [now],
  )

/** Deletes what stands for the addresses of past days, and their salts: nobody can tell then whose they were. */
export async function forgetAddresses(db: Runner, now: Date): Promise<void> {
  const past = `day < ($1::timestamptz AT TIME ZONE 'UTC')::date - 1`
  await db.query(`DELETE FROM chatbot_salts WHERE ${past}`, [now])
  await db.query(`DELETE FROM chatbot_addresses WHERE ${past}`, [now])
}
