// The SQL of the system page: one statement for everything that all servers share.
import { processIsGone } from '#platform/claims/index.ts'
import type { Database, Runner } from '#platform/db/index.ts'
import type { WorkLeft } from '#platform/work.ts'
import { BACKUP_COLUMNS, type BackupRow } from './backups/index.ts'
import type { WorkRow } from './rules.ts'

/** Figures that are older belong to a server that has ended. */
const LIVING = '60 seconds'

export interface SharedRow {
  readonly work: readonly WorkRow[]
  readonly servers: readonly { readonly id: string; readonly figures: unknown; readonly at: string }[]
  readonly backups: readonly BackupRow[]
  readonly done: BackupRow | null
}

/** Returns a function that reads the work left, the figures of other servers and the latest backups. */
export function sharedReader(work: readonly WorkLeft[]): (db: Runner) => Promise<SharedRow> {
  const left = work.map(
    ({ kind, query }) => `SELECT '${kind}' AS kind, left_.* FROM (SELECT running, waiting, failed, oldest
    FROM (${query}) counted) left_`,
  )
  const text = `SELECT
    (SELECT coalesce(json_agg(work), '[]') FROM (${left.join(' UNION ALL ')}) work) AS work,
    (SELECT coalesce(json_agg(json_build_object('id', server_id, 'figures', figures, 'at', at) ORDER BY server_id), '[]')
      FROM server_figures WHERE at > now() - interval '${LIVING}') AS servers,
    (SELECT coalesce(json_agg(latest ORDER BY latest.due DESC), '[]') FROM (
      SELECT ${BACKUP_COLUMNS} FROM backups ORDER BY due DESC LIMIT 15) latest) AS backups,
    (SELECT to_json(done) FROM (SELECT ${BACKUP_COLUMNS} FROM backups WHERE ended IS NOT NULL AND failure IS NULL
      ORDER BY due DESC LIMIT 1) done) AS done`
  return async (db) => {
    const { rows } = await db.query<SharedRow>({ name: 'system.shared', text })
    const [row] = rows
    if (!row) throw new Error('the figures have no row')
    return row
  }
}

/** Stores the figures of this process. Does nothing while the other processes consider it dead. */
export async function publishFigures(db: Runner, serverId: string, figures: object): Promise<void> {
  await db.query({
    name: 'system.publish',
    text: `INSERT INTO server_figures (server_id, figures) SELECT own.id, $2::jsonb FROM (SELECT $1::uuid AS id) own
      WHERE NOT (${processIsGone('own.id')})
      ON CONFLICT (server_id) DO UPDATE SET figures = excluded.figures, at = now()`,
    values: [serverId, JSON.stringify(figures)],
  })
}

/** Returns the size of the database. It reads the size of every file, so it is not for every request. */
export async function databaseBytes(db: Runner): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes')
  return rows[0]?.bytes ?? 0
}

/** Returns the last applied migration. */
export async function lastMigration(db: Pick<Database, 'pool'>): Promise<{ number: number; name: string }> {
  const { rows } = await db.pool.query<{ number: number; name: string }>(
    'SELECT version AS number, name FROM schema_migrations ORDER BY version DESC LIMIT 1',
  )
  return rows[0] ?? { number: 0, name: '' }
}
