// Reads the rows for a backup in the transaction that holds the snapshot.
import type pg from 'pg'
import { MEDIA_COLUMNS } from '../blobs/index.ts'
import { quoted } from '../db/index.ts'
import type { Header, Row, TableInFile } from './format.ts'
import { BackupError } from './format.ts'
import { type Table, tablesOf, TRANSFER_SETTINGS } from './contents.ts'

/** The maximum bytes and rows per fetch. */
const FETCH_BYTES = 8_000_000
const FETCH_ROWS = 500

export interface TableToRead extends TableInFile {
  readonly table: Table
  /** Rows per fetch. */
  readonly fetch: number
}

export interface Contents {
  readonly migrations: Header['migrations']
  readonly tables: readonly TableToRead[]
  /** The keys of media that jobs are still to delete. */
  readonly forgotten: readonly string[]
  /** The size of the tables on disk. */
  readonly bytes: number
}

/**
 * Begins the snapshot transaction and reads the table list. The caller ends the transaction.
 * @throws BackupError when the database was never set up
 */
export async function beginReading(client: pg.ClientBase): Promise<Contents> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(TRANSFER_SETTINGS)
  const made = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS there")
  if (!made.rows[0]?.there) throw new BackupError('The database is empty: there is nothing to back up.')
  const { rows: migrations } = await client.query<Header['migrations'][number]>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  )
  const tables: TableToRead[] = []
  for (const table of await tablesOf(client)) tables.push(await measure(client, table))
  const names = tables.map(({ name }) => quoted(name))
  const size = await client.query<{ bytes: number }>(
    'SELECT coalesce(sum(pg_table_size(name::regclass)), 0)::float8 AS bytes FROM unnest($1::text[]) AS name',
    [names],
  )
  return { migrations, tables, forgotten: await forgottenKeys(client), bytes: size.rows[0]?.bytes ?? 0 }
}

/** Jobs are not part of a backup, so nothing would delete these media after a restore. */
async function forgottenKeys(client: pg.ClientBase): Promise<string[]> {
  const made = await client.query("SELECT to_regclass('jobs.job') IS NOT NULL AS there")
  if (!made.rows[0]?.there) return []
  // As when the job runs, what a message still has stays. Media were linked shortly before the snapshot: what was deleted
  // between the two is linked, too.
  const { rows } = await client.query<{ key: string }>(
    `SELECT DISTINCT key #>> '{}' AS key FROM jobs.job, jsonb_path_query(data, '$.keys[*]') AS key
     WHERE (state <> 'completed' OR completed_on > now() - interval '1 hour') AND NOT EXISTS (SELECT FROM attachments WHERE blob = key #>> '{}')`,
  )
  return rows.map(({ key }) => key)
}

/** Counts the media that rows of the snapshot name, and those of them that are not among these keys. */
export async function countMedia(
  client: pg.ClientBase,
  { tables }: Contents,
  keys: ReadonlySet<string>,
): Promise<{ named: number; missing: number }> {
  const named = new Set<string>()
  const missing = new Set<string>()
  for (const { name, columns } of tables)
    for (const column of columns.filter((one) => MEDIA_COLUMNS.has(`${name}.${one}`))) {
      const { rows } = await client.query<{ key: string }>(
        `SELECT DISTINCT ${quoted(column)} AS key FROM ${quoted(name)} WHERE ${quoted(column)} IS NOT NULL`,
      )
      for (const { key } of rows) {
        named.add(key)
        if (!keys.has(key)) missing.add(key)
      }
    }
  return { named: named.size, missing: missing.size }
}

/** Yields rows in batches, ordered by key. Nothing else may use the connection meanwhile. */
export async function* readRows(client: pg.ClientBase, { table, fetch }: TableToRead): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  const order = table.key.length ? `ORDER BY ${table.key.map(quoted).join(', ')}` : ''
  await client.query(
    `DECLARE reading NO SCROLL CURSOR FOR SELECT ${columns} FROM ${quoted(table.name)} ${whereOf(table)} ${order}`,
  )
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${fetch} reading`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    yield rows
  }
  await client.query('CLOSE reading')
}

/** Counts the rows, and computes the rows per fetch from the longest one, which may have megabytes. */
async function measure(client: pg.ClientBase, table: Table): Promise<TableToRead> {
  // For these types octet_length does not read values stored out of line (TOAST).
  const long = table.columns.filter(({ type }) => type === 'text' || type === 'bytea')
  const length = long.map(({ name }) => `coalesce(octet_length(${quoted(name)}), 0)::int8`).join(' + ') || '0'
  const { rows } = await client.query<{ rows: number; longest: number }>(
    `SELECT count(*)::float8 AS rows, coalesce(max(${length}), 0)::float8 AS longest
     FROM ${quoted(table.name)} ${whereOf(table)}`,
  )
  const { rows: count = 0, longest = 0 } = rows[0] ?? {}
  return {
    table,
    name: table.name,
    columns: table.columns.map(({ name }) => name),
    rows: count,
    next: await nextNumbers(client, table),
    fetch: Math.max(1, Math.min(FETCH_ROWS, Math.floor(FETCH_BYTES / (longest + 500)))),
  }
}

// A sequence is not part of the snapshot: it may be ahead of the rows, never behind.
async function nextNumbers(client: pg.ClientBase, table: Table): Promise<Record<string, string>> {
  const next: Record<string, string> = {}
  for (const { name, sequence } of table.columns) {
    if (sequence === null) continue
    const { rows } = await client.query<{ next: string }>(
      `SELECT (last_value + is_called::int)::text AS next FROM ${sequence}`,
    )
    if (rows[0]) next[name] = rows[0].next
  }
  return next
}

function whereOf(table: Table): string {
  return table.rows === undefined ? '' : `WHERE ${table.rows}`
}
