// Selects the tables of a backup: all that are not excluded here, so that tables of later migrations are included.
import type pg from 'pg'

// Sessions end with a restore, so that nothing revoked becomes valid again. Server processes, their figures and their scheduled backups
// belong to the old installation, failure counts restart, and the search index is rebuilt from the messages.
const LEFT_OUT = new Set([
  'schema_migrations',
  'sessions',
  'spent_refresh_tokens',
  'sign_in_failures',
  'servers',
  'server_figures',
  'backups',
  'message_search',
])

// The events of unfinished answers: the next start uses them to end these as interrupted, with their text so far.
const ROWS: Record<string, string> = {
  answer_events: 'EXISTS (SELECT FROM messages WHERE messages.id = message_id AND messages.state < 2)',
  installation: "name <> 'setUpKey'",
}

export interface Column {
  readonly name: string
  /** As in SQL. */
  readonly type: string
  /** The sequence of an identity column, as in SQL. */
  readonly sequence: string | null
}

export interface Table {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly Column[]
  /** The primary key columns. */
  readonly key: readonly string[]
  /** The condition for rows to back up; all when undefined. */
  readonly rows: string | undefined
}

/** The settings for both sides of a transfer, so that values have the same text form; disables timeouts. */
export const TRANSFER_SETTINGS = `SET LOCAL TIME ZONE 'UTC'; SET LOCAL DateStyle = 'ISO, YMD';
  SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

/** Returns the tables of a backup, each after those that it references. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const all = await everyTable(client)
  return inOrder(
    all.filter(({ name }) => !LEFT_OUT.has(name)),
    await references(client),
  )
}

interface ColumnRow {
  table: string
  column: string
  type: string
  sequence: string | null
  keyPosition: number | null
}

/** Returns every table of the product's schema. */
export async function everyTable(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<ColumnRow>(
    `SELECT class.relname AS table, attname AS column, format_type(atttypid, atttypmod) AS type,
       pg_get_serial_sequence(quote_ident(class.relname), attname) AS sequence,
       array_position(key.indkey::int2[], attnum) AS "keyPosition"
     FROM pg_class class
     JOIN pg_attribute attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     LEFT JOIN pg_index key ON key.indrelid = class.oid AND key.indisprimary
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype = 'e')
     ORDER BY class.relname, attnum`,
  )
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map((one) => ({ name: one.column, type: one.type, sequence: one.sequence })),
    key: columns
      .filter(({ keyPosition }) => keyPosition !== null)
      .toSorted((a, b) => Number(a.keyPosition) - Number(b.keyPosition))
      .map(({ column }) => column),
    rows: ROWS[name],
  }))
}

interface Reference {
  from: string
  to: string
}

// Deferrable references are ignored: they are checked when all rows exist.
async function references(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `SELECT child.relname AS from, parent.relname AS to FROM pg_constraint
     JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f' AND NOT condeferrable AND connamespace = current_schema()::regnamespace`,
  )
  return rows
}

/** @throws Error when tables reference each other in a cycle, which a restore could not insert */
function inOrder(tables: readonly Table[], all: readonly Reference[]): Table[] {
  const waiting = new Set(tables)
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const ready = [...waiting].filter(
      ({ name }) => !all.some(({ from, to }) => from === name && names.has(to)),
    )
    if (ready.length === 0)
      throw new Error(
        `The references of ${[...names].join(', ')} form a circle: make one of them deferrable.`,
      )
    for (const table of ready) {
      ordered.push(table)
      waiting.delete(table)
    }
  }
  return ordered
}
