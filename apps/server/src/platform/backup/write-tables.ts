// Inserts a backup's rows into an empty schema, in the caller's transaction.
import type pg from 'pg'
import { quoted } from '../db/index.ts'
import { BackupError, type Header, type Row } from './format.ts'
import { everyTable, type Table, TRANSFER_SETTINGS } from './contents.ts'

export interface TableWriter {
  write(table: string, rows: readonly Row[]): Promise<void>
  /** Sets the sequences beyond every inserted number, and checks all references. */
  finish(): Promise<void>
}

/**
 * Empties every table, including rows from migrations, and keeps them locked.
 * @throws BackupError when the file's tables are not those of this schema
 */
export async function beginWriting(client: pg.ClientBase, header: Header): Promise<TableWriter> {
  await client.query(TRANSFER_SETTINGS)
  const all = await everyTable(client)
  const tables = header.tables.map((inFile) => {
    const table = all.find(({ name }) => name === inFile.name)
    const columns = inFile.columns.map((column) => table?.columns.find(({ name }) => name === column))
    if (!table || !columns.every((column) => column !== undefined) || columns.length !== table.columns.length)
      throw new BackupError(
        `The table ${inFile.name} of the backup is not the one of this version. Nothing was changed. Install version ${header.product}.`,
      )
    return { ...inFile, table: { ...table, columns }, text: insertion(table.name, columns) }
  })
  const emptied = all.filter(({ name }) => name !== 'schema_migrations').map(({ name }) => quoted(name))
  await client.query(`TRUNCATE ${emptied.join(', ')}`)
  return {
    async write(name, rows) {
      const into = tables.find((one) => one.name === name)
      if (!into) throw new Error(`The table ${name} is not in the header.`)
      const values = into.columns.map((_, index) => rows.map((row) => row[index] ?? null))
      await client.query({ name: `restore.${name}`, text: into.text, values })
    },
    async finish() {
      for (const { table, next } of tables) await setSequences(client, table, next)
      await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    },
  }
}

/** Sends one array per column; PostgreSQL parses each value from its text form. */
function insertion(table: string, columns: Table['columns']): string {
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const values = columns.map(({ type }, index) => `v.c${index}::${type}`).join(', ')
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const aliases = columns.map((_, index) => `c${index}`).join(', ')
  return `INSERT INTO ${quoted(table)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM unnest(${arrays}) AS v (${aliases})`
}

async function setSequences(
  client: pg.ClientBase,
  table: Table,
  next: Readonly<Record<string, string>>,
): Promise<void> {
  for (const { name, sequence } of table.columns) {
    if (sequence === null) continue
    await client.query(
      `SELECT setval($1::regclass, greatest($2::bigint, max(${quoted(name)}) + 1), false) FROM ${quoted(table.name)}`,
      [sequence, next[name] ?? 1],
    )
  }
}
