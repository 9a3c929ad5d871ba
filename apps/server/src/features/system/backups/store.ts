// The SQL of scheduled backups.
import { claimedRows, processIsGone, type Claimed } from '#platform/claims/index.ts'
import type { Runner } from '#platform/db/index.ts'

/** Backups that have not ended as work of processes. */
export const { release } = claimedRows({ table: 'backups', isOpen: 'ended IS NULL' })

/** Rows are kept for this time; the files are pruned by their number. */
const KEPT = '90 days'

export interface BackupRow {
  readonly due: string
  readonly began: string
  readonly ended: string | null
  readonly file: string
  readonly bytes: number | null
  readonly failure: string | null
  /** Whether its process is gone. */
  readonly gone: boolean
}

export const BACKUP_COLUMNS = `due, began, ended, file, bytes, failure, ${processIsGone('backups.server_id')} AS gone`

/**
 * Stores that this process makes the backup that is due; returns its id. Returns undefined when another one makes or made it.
 * A backup whose process is gone is begun again. `attempts`: how often it was begun.
 */
export async function claimBackup(
  db: Runner,
  { due, serverId, file }: { due: Date; serverId: string; file: string },
): Promise<Claimed | undefined> {
  const { rows } = await db.query<Claimed>(
    `WITH old AS (DELETE FROM backups WHERE due < now() - interval '${KEPT}')
      INSERT INTO backups (due, server_id, file) VALUES ($1, $2, $3)
      ON CONFLICT (due) DO UPDATE SET server_id = excluded.server_id, file = excluded.file, began = now(),
        attempts = backups.attempts + 1
      WHERE backups.ended IS NULL AND ${processIsGone('backups.server_id')}
      RETURNING id, attempts`,
    [due, serverId, file],
  )
  return rows[0]
}

/** Stores the end of a backup: its size, or why it failed. */
export async function endBackup(
  db: Runner,
  id: number,
  { bytes, failure }: { bytes: number | null; failure: string | null },
): Promise<void> {
  await db.query('UPDATE backups SET ended = now(), bytes = $2, failure = $3 WHERE id = $1', [
    id,
    bytes,
    failure,
  ])
}
