import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/index.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`

/** Returns the SQL of whether a message is confidential; `open`: the levels whose text external models may get. */
export function isConfidentialSql(message: string, open: readonly string[]): string {
  const ids = `${message}.datasource_ids`
  return `(${message}.confidential OR ${ids} <> '{}' AND (
    EXISTS (SELECT FROM datasources used WHERE used.id = ANY (${ids})
      AND used.label NOT IN (${open.map(quoted).join(', ')}))
    OR EXISTS (SELECT FROM removed_confidential_datasources gone WHERE gone.datasource_id = ANY (${ids}))))`
}

/** Returns the SQL of `isWithheld` of used.ts: both must agree. `isConfidential` and `isLocal` are SQL. */
export const isWithheldSql = (isConfidential: string, isLocal: string): string =>
  `(NOT ${isLocal} AND ${isConfidential})`

/** Stores which of these data sources are confidential, because their rows are deleted next. */
export async function keepRemoved(tx: Tx, ids: readonly number[], open: readonly string[]): Promise<void> {
  await tx.execute(sql`INSERT INTO removed_confidential_datasources (datasource_id)
    SELECT id FROM datasources WHERE id = ANY (${sql.param([...ids])}::bigint[])
      AND NOT label = ANY (${sql.param([...open])}::text[])
    ON CONFLICT DO NOTHING`)
}
