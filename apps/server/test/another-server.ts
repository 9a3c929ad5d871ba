// A second server process on the same PostgreSQL. The embedded database supports only one process.
import { copyFile, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp, type App } from '#app.ts'
import { configFileSchema } from '#config-file.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db/index.ts'
import { openLog } from '#platform/log.ts'
import { temporaryDir } from './db.ts'

interface AnotherOptions {
  /** The database of the other server, and the directory with its media, which both share. */
  readonly of: { readonly databaseUrl: string | undefined; readonly dataDir: string }
  readonly openaiBaseUrl?: string
  readonly clock?: Clock
  readonly figuresFreshMs?: number
  readonly pollSeconds?: number
  /** The configuration file; default: empty. */
  readonly file?: Readonly<Record<string, unknown>>
}

/** Gives a new data directory the media of another one, as a shared folder does. */
export async function shareMedia(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await rm(join(to, 'blobs'), { force: true })
  await symlink(join(from, 'blobs'), join(to, 'blobs'))
}

/** Starts a server on the database of another one. */
export async function anotherServer({
  of,
  openaiBaseUrl,
  clock = systemClock,
  figuresFreshMs,
  pollSeconds,
  file = {},
}: AnotherOptions): Promise<{ app: App; url: string }> {
  const { databaseUrl } = of
  const dataDir = await temporaryDir()
  await shareMedia(of.dataDir, dataDir)
  // Servers on one database have the same secret.
  await copyFile(join(of.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
  const log = openLog('silent')
  const db = await openDatabase({ dataDir, log, ...(databaseUrl ? { databaseUrl } : {}) })
  const app = await createApp({
    config: {
      version: 'other',
      host: '127.0.0.1',
      port: 0,
      dataDir,
      databaseUrl,
      admin: undefined,
      secret: undefined,
      engines: { ollamaUrl: undefined, openaiBaseUrl, openaiApiKey: undefined },
      s3: undefined,
      file: configFileSchema.parse(file),
    },
    db,
    log,
    clock,
    pollSeconds,
    home: join(import.meta.dirname, '..'),
    ...(figuresFreshMs === undefined ? {} : { figuresFreshMs }),
  })
  return { app, url: await app.listen() }
}
