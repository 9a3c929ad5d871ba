// Storage of a bench: an embedded database in a temporary folder, or a temporary database at DATABASE_URL.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface Place {
  readonly dataDir: string
  /** Undefined for the embedded database. */
  readonly databaseUrl?: string
  /** Deletes it. */
  readonly drop: () => Promise<void>
}

/** Creates an empty one. */
export async function openPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-bench-'))
  const server = process.env['DATABASE_URL']
  if (!server) return { dataDir, drop: () => rm(dataDir, { recursive: true }) }
  const name = `polylogue_bench_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = async () => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await client.end()
    await rm(dataDir, { recursive: true })
  }
  return { dataDir, databaseUrl: url.href, drop }
}
