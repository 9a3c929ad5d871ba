// Inserts messages directly into the database, for tests that read them.
import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './db.ts'

export interface TestMessage {
  tabId: number
  userId: number | null
  query?: string
  response?: string
  /** Default 2, done. */
  state?: number
  /** The message that it replaces. */
  replaces?: number
}

/** Stores a message as answering would have stored it. Returns its id. */
export async function storeMessage(db: Pick<TestDatabase, 'pool'>, message: TestMessage): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `WITH place AS (SELECT nextval(pg_get_serial_sequence('messages', 'id')) AS id)
     INSERT INTO messages (id, uuid, tab_id, turn_id, replaces_id, user_id, model_id, model_tag_id, model_name,
       model_tag_name, query_text, response_text, state)
     SELECT id, $1, $2, coalesce((SELECT turn_id FROM messages WHERE messages.id = $3), id), $3, $4, 1, 1, 'Guide',
       'latest', $5, $6, $7 FROM place RETURNING id`,
    [
      randomUUID(),
      message.tabId,
      message.replaces ?? null,
      message.userId,
      message.query ?? 'A question',
      message.response ?? 'An answer',
      message.state ?? 2,
    ],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The message was not stored')
  return id
}
