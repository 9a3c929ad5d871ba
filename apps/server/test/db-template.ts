// Templates of test databases: one empty, one with the schemas of the product and of its jobs. They are cached between runs under
// a name that changes with both, because creating a database takes seconds and copying it a fraction of one.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import manifest from '../package.json' with { type: 'json' }
import { openJobs } from '#platform/jobs/jobs.ts'
import { openLog } from '#platform/log.ts'
import { type Database, migrate, openDatabase, readMigrations } from '#platform/db/index.ts'

export const migrationsDir = join(import.meta.dirname, '../migrations')

/** A PostgreSQL server to use instead of the embedded database; its user must be allowed to create databases. */
export const serverUrl = process.env['TEST_DATABASE_URL']

export interface Templates {
  /** Embedded: a data directory with an empty database. */
  blankDir: string
  /** Embedded: a data directory with a migrated database. */
  migratedDir: string
  /** With TEST_DATABASE_URL: the name of the migrated database. */
  migratedDatabase: string | undefined
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplates: Templates
  }
}

/** Creates missing templates. Safe for concurrent runs: each creates its own and renames it into place. */
export async function prepareTemplates(): Promise<Templates> {
  const cache = join(import.meta.dirname, '../node_modules/.cache/test-databases')
  await mkdir(cache, { recursive: true })
  const migrations = await readMigrations(migrationsDir)
  const version = manifest.dependencies['@electric-sql/pglite']
  const made = await Promise.all(HOW_MADE.map((file) => readFile(resolve(pgliteDir, file), 'utf8')))
  const blank = `${version}-${digest(made)}`
  const blankDir = join(cache, `blank-${blank}`)
  const schema = digest([...migrations.map(({ checksum }) => checksum), manifest.dependencies['pg-boss']])
  const migratedDir = join(cache, `migrated-${blank}-${schema}`)
  await makeOnce(blankDir, async (dataDir) => {
    const db = await openDatabase({ dataDir, log })
    await db.close()
    await withoutUnusedDatabases(dataDir)
    await withoutBallast(dataDir)
  })
  await makeOnce(migratedDir, async (dataDir) => {
    await cp(blankDir, dataDir, { recursive: true })
    const db = await openDatabase({ dataDir, log, migrationsDir })
    await makeJobs(db)
    await db.close()
    await withoutBallast(dataDir)
  })
  const migratedDatabase = serverUrl
    ? await makeDatabase(serverUrl, `polylogue_template_${schema}`)
    : undefined
  return { blankDir, migratedDir, migratedDatabase }
}

/** Returns the URL of another database on the same server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

const log = openLog('error')

const pgliteDir = join(import.meta.dirname, '../src/platform/db/pglite')
const HOW_MADE = ['settings.ts', 'pglite-init.ts', import.meta.filename]

// PGlite never opens template1 and template0, the databases 1 and 4: they are 600 of 1,070 files to copy.
async function withoutUnusedDatabases(dataDir: string): Promise<void> {
  for (const database of ['1', '4']) {
    const folder = join(dataDir, 'pgdata/base', database)
    for (const file of await readdir(folder)) if (file !== 'PG_VERSION') await rm(join(folder, file))
  }
}

/** Each copy takes its own. */
async function withoutBallast(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'database.ballast'), { force: true })
}

/** Creates the schema of the jobs, as a first start does: 0.7 seconds of a core. */
async function makeJobs({ pool }: Database): Promise<void> {
  const jobs = openJobs({ pool, log })
  await jobs.start([])
  await jobs.close()
}

function digest(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)
}

async function makeOnce(directory: string, make: (directory: string) => Promise<void>): Promise<void> {
  if (existsSync(directory)) return
  const aside = `${directory}.${randomUUID()}`
  await make(aside)
  await rename(aside, directory).catch(() => rm(aside, { recursive: true, force: true }))
}

async function makeDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return name
    const aside = `${name}_new`
    await client.query(`DROP DATABASE IF EXISTS ${aside} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${aside}`)
    const db = await openDatabase({ databaseUrl: databaseAt(url, aside), dataDir: import.meta.dirname, log })
    await migrate(db, { directory: migrationsDir, log })
    await makeJobs(db)
    await db.close()
    await client.query(`ALTER DATABASE ${aside} RENAME TO ${name}`)
    return name
  } finally {
    await client.end()
  }
}
