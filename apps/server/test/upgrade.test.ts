// For every released schema: restores a backup of unusual data, migrates it, and uses it.
import { contract, MESSAGE_STATE } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { createApp } from '#app.ts'
import { configFileSchema } from '#config-file.ts'
import { restoreBackup } from '#platform/backup/index.ts'
import { openDiskBlobs } from '#platform/blobs/disk.ts'
import { systemClock } from '#platform/clock.ts'
import { type Database, migrate, openDatabase } from '#platform/db/index.ts'
import { openLog } from '#platform/log.ts'
import { migrationsDir, openTestDatabase, serverUrl, testDataDir } from './db.ts'
import { ODD_BLOBS, ODD_PASSWORD } from './odd-data.ts'

vi.setConfig({ testTimeout: 60_000 })

const fixtures = join(import.meta.dirname, 'fixtures')
const files = readdirSync(fixtures).filter((name) => name.endsWith('.polylogue'))
const log = openLog('silent')

interface TableThere {
  name: string
  columns: string[]
  rows: number
}

const sum = (rows: readonly string[]) => createHash('sha256').update(rows.toSorted().join('\n')).digest('hex')

/** Reads the table statistics of a backup file directly. */
async function saidBy(file: string): Promise<Record<string, { columns: string[]; sum: string }>> {
  const lines = gunzipSync(await readFile(join(fixtures, file)))
    .toString()
    .split('\n')
  const { tables } = JSON.parse(lines[0]!) as { tables: TableThere[] }
  const said: Record<string, { columns: string[]; sum: string }> = {}
  let at = 1
  for (const { name, columns, rows } of tables) {
    expect(lines[at]).toBe(JSON.stringify({ table: name }))
    said[name] = { columns, sum: sum(lines.slice(at + 1, at + 1 + rows)) }
    at += 1 + rows
  }
  return said
}

async function heldBy(db: Database, table: string, columns: readonly string[]): Promise<string> {
  const list = columns.map((column) => `${column}::text`).join(', ')
  const { rows } = await db.dedicated((client) =>
    client.query<(string | null)[]>({ text: `SELECT ${list} FROM ${table}`, rowMode: 'array' }),
  )
  return sum(rows.map((row) => JSON.stringify(row)))
}

const restore = (place: Omit<Restored, 'db' | keyof AsyncDisposable>, file: string) =>
  restoreBackup({
    file: join(fixtures, file),
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl,
    s3: false,
    blobFolder: join(place.dataDir, 'blobs'),
    openBlobs: (folder) => openDiskBlobs(folder),
    reserveBytes: 0,
    sealKey: undefined,
    unproven: true,
    migrationsDir,
    say: () => undefined,
    log,
    signal: new AbortController().signal,
  })

test('there are fixtures, and they are small', async () => {
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect((await readFile(join(fixtures, file))).length).toBeLessThan(200_000)
})

describe.each(files)('%s', (file) => {
  test('is restored and migrated with every value unchanged, and works', async () => {
    await using place = await restored(file)
    const { db } = place
    const blobs = openDiskBlobs(join(place.dataDir, 'blobs'))
    // A migration that changes the content of a column is listed here with its effect.
    for (const [table, { columns, sum: expected }] of Object.entries(await saidBy(file)))
      expect(await heldBy(db, table, columns), table).toBe(expected)
    expect(await migrate(db, { directory: migrationsDir, log })).toEqual([])
    for (const { key, bytes } of ODD_BLOBS)
      expect(bytes.equals((await blobs.find(key)) ?? Buffer.from('none'))).toBe(true)
    await use(place)
  })
})

interface Restored extends AsyncDisposable {
  readonly db: Database
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

async function restored(file: string): Promise<Restored> {
  if (serverUrl) {
    const db = await openTestDatabase({ blank: true })
    await restore(db, file)
    return { db, dataDir: db.dataDir, databaseUrl: db.databaseUrl, [Symbol.asyncDispose]: () => db.close() }
  }
  const dataDir = await testDataDir({ blank: true })
  await restore({ dataDir, databaseUrl: undefined }, file)
  const db = await openDatabase({ dataDir, log })
  return {
    db,
    dataDir,
    databaseUrl: undefined,
    async [Symbol.asyncDispose]() {
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function use({ db, dataDir, databaseUrl }: Restored): Promise<void> {
  const app = await createApp({
    config: {
      version: 'test',
      host: '127.0.0.1',
      port: 0,
      dataDir,
      databaseUrl,
      admin: undefined,
      secret: 'another secret than before',
      engines: { ollamaUrl: undefined, openaiBaseUrl: undefined, openaiApiKey: undefined },
      s3: undefined,
      file: configFileSchema.parse({}),
    },
    db,
    log,
    clock: systemClock,
    home: join(import.meta.dirname, '..'),
    passwordCost: { memoryCost: 64, timeCost: 1 },
  })
  try {
    expect(app.setUpKey).toBeUndefined()
    const baseUrl = await app.listen()
    const { data: pair } = await createClient({ baseUrl }).call(contract.auth.authenticate, {
      body: { userName: 'anna@example.org', userPassword: ODD_PASSWORD },
    })
    const client = createClient({ baseUrl, token: () => pair.access_token })
    const { data } = await client.call(contract.queries.list, { params: { id: 1 }, query: { limit: 10 } })
    expect(data.Queries.map(({ id, state }) => [id, state])).toEqual([
      [1, MESSAGE_STATE.done],
      [2, MESSAGE_STATE.failed],
      [3, MESSAGE_STATE.failed],
    ])
    expect(data.Queries[2]).toMatchObject({ errorCode: 'INTERRUPTED', responseText: 'Half an' })
    const find = async (text: string) =>
      (await client.call(contract.search.find, { query: { q: text } })).data
    await vi.waitFor(async () => expect(JSON.stringify(await find('Elefant'))).toContain('Elefanten'), 10_000)
    await vi.waitFor(async () => expect(JSON.stringify(await find('answer'))).toContain('"message"'), 20_000)
  } finally {
    await app.close(0)
  }
}
