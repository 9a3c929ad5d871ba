// The SQL of ends that were kept outside the database.
import type { Runner } from '#platform/db/index.ts'

/** Reopens answers that another server ended as interrupted meanwhile. Returns the messages that wait for their end. */
export async function reopen(
  db: Runner,
  answers: readonly { readonly messageId: number; readonly serverId: string }[],
): Promise<ReadonlySet<number>> {
  const found = await db.query<{ id: number }>(
    `UPDATE messages SET state = 1 FROM unnest($1::bigint[], $2::uuid[]) AS unstored (id, server_id)
      WHERE messages.id = unstored.id AND messages.server_id = unstored.server_id
        AND (state < 2 OR state = 3 AND error_code = 'INTERRUPTED')
      RETURNING messages.id`,
    [answers.map(({ messageId }) => messageId), answers.map(({ serverId }) => serverId)],
  )
  return new Set(found.rows.map(({ id }) => id))
}

/** Returns those of these processes that ended: the dead ones, and those that are not registered. */
export async function endedOwners(
  db: Runner,
  owners: readonly string[],
  dead: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db.query<{ id: string }>(
    `SELECT id FROM unnest($1::text[]) AS owner (id)
      WHERE id = ANY ($2::text[]) OR NOT EXISTS (SELECT 1 FROM servers WHERE servers.id::text = owner.id)`,
    [owners, dead],
  )
  return new Set(found.rows.map(({ id }) => id))
}
