// What of a database belongs into a backup. Everything does that is not named here: a table made by a migration to come
// is in it by itself.
import pg from 'pg'

// Sessions and their like end with a restore: nothing that was revoked comes back to life. Living processes are not those
// of another installation, what counts failures begins anew, and the search index is made of the messages again.
const LEFT_OUT = new Set([
  'schema_migrations',
  'sessions',
  'spent_refresh_tokens',
  'sign_in_failures',
  'servers',
  'message_search',
])

// The log of answers being written: with it the next start ends them as interrupted, with the text they had.
const ROWS: Record<string, string> = {
  answer_events: 'EXISTS (SELECT FROM messages WHERE messages.id = message_id AND messages.state < 2)',
  installation: "name <> 'setUpKey'",
}

export interface Column {
  readonly name: string
  /** As SQL writes it. */
  readonly type: string
  /** The sequence that numbers it, as SQL writes it. */
  readonly sequence: string | null
}

export interface Table {
  readonly name: string
  /** Without those that are computed from others. */
  readonly columns: readonly Column[]
  /** The columns of its primary key. */
  readonly key: readonly string[]
  /** Which rows belong into a backup; all when undefined. */
  readonly rows: string | undefined
}

/** What both sides of a transfer must say alike, so that a value's text means the same; and no limits of time. */
export const TRANSFER_SETTINGS = `SET LOCAL TIME ZONE 'UTC'; SET LOCAL DateStyle = 'ISO, YMD';
  SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

/** The tables that belong into a backup, each after those that its rows refer to. */
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

/** Every table of the product's schema. */
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

// A deferrable reference is checked when all rows are there.
async function references(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `SELECT child.relname AS from, parent.relname AS to FROM pg_constraint
     JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f' AND NOT condeferrable AND connamespace = current_schema()::regnamespace`,
  )
  return rows
}

/** @throws Error when tables refer to each other in a circle, which a restore could not fill */
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

export const quoted = (name: string): string => pg.escapeIdentifier(name)
