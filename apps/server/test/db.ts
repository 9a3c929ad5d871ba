// A separate database per test file: a copy of a migrated one, embedded, or on TEST_DATABASE_URL if set.
import { randomUUID } from 'node:crypto'
import { constants, cpSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase, type OpenDatabase } from '#platform/db/index.ts'
import { openLog } from '#platform/log.ts'
import { databaseAt, serverUrl } from './db-template.ts'

export { migrationsDir, serverUrl } from './db-template.ts'

export interface TestDatabase extends Database, AsyncDisposable {
  /** A temporary data directory, also for files; removed by `close`. */
  readonly dataDir: string
  /** Undefined when embedded. */
  readonly databaseUrl: string | undefined
  /** Closes and removes the database. */
  close(): Promise<void>
}

export type TestDatabaseOptions = Partial<Omit<OpenDatabase, 'dataDir' | 'databaseUrl'>> & {
  /** Without the product's schema. */
  blank?: boolean
}

/** Opens a fresh database with the product's schema and no rows. Takes about half a second. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { blank = false, ...rest } = options
  const dataDir = serverUrl ? await temporaryDir() : await testDataDir({ blank })
  const databaseUrl = serverUrl ? await makeDatabase(serverUrl, blank) : undefined
  const db = await openDatabase({ log: openLog('silent'), ...rest, dataDir, databaseUrl })
  let closing: Promise<void> | undefined
  const close = () =>
    (closing ??= (async () => {
      await db.close()
      if (serverUrl && databaseUrl) await dropDatabase(serverUrl, databaseUrl)
      await rm(dataDir, { recursive: true, force: true })
    })())
  return { ...db, dataDir, databaseUrl, close, [Symbol.asyncDispose]: close }
}

/** Creates a data directory with an embedded database that the test opens itself. The caller removes it. */
export async function testDataDir(options: { blank?: boolean } = {}): Promise<string> {
  const { blankDir, migratedDir } = inject('databaseTemplates')
  await (keptModule ??= compilePglite())
  const dataDir = await temporaryDir()
  // Synchronous: Node copies these hundreds of files in C++ then, in a tenth of the time.
  cpSync(options.blank ? blankDir : migratedDir, dataDir, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
  return dataDir
}

// V8 shares the compiled code with the workers of this process while a module lives. Freeing it with each database takes more
// than half a second.
let keptModule: Promise<object> | undefined

// The types of Node have no WebAssembly.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
}

function compilePglite(): Promise<object> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(readFileSync(join(dirname(entry), 'pglite.wasm')))
}

export function temporaryDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'polylogue-test-'))
}

async function makeDatabase(url: string, blank: boolean): Promise<string> {
  const name = `polylogue_test_${randomUUID().replaceAll('-', '')}`
  const template = blank ? undefined : inject('databaseTemplates').migratedDatabase
  // Copied as files instead of page by page through the log, for half the processor time.
  await onServer(url, `CREATE DATABASE ${name} STRATEGY FILE_COPY ${template ? `TEMPLATE ${template}` : ''}`)
  return databaseAt(url, name)
}

async function dropDatabase(url: string, databaseUrl: string): Promise<void> {
  await onServer(url, `DROP DATABASE ${new URL(databaseUrl).pathname.slice(1)} WITH (FORCE)`)
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
