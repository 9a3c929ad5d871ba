// Whether a server runs on a database.
import type pg from 'pg'
import { BackupError } from './format.ts'

/** Three times the heartbeat of a server (features/answers/recording/servers.ts). */
const SILENT = '30 seconds'

/** @throws BackupError when a server runs on the database */
export async function mustNotRun(client: pg.ClientBase): Promise<void> {
  const servers = await client.query(
    `SELECT FROM servers WHERE heartbeat > now() - interval '${SILENT}' LIMIT 1`,
  )
  if (servers.rowCount)
    throw new BackupError(
      'A server runs on this database, or ended within the last half minute without a word. Nothing was changed. Stop it first.',
    )
}
