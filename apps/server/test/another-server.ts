// A second server process on the same PostgreSQL. The embedded database supports only one process.
import { join } from 'node:path'
import { createApp, type App } from '../src/app.ts'
import { configFileSchema } from '../src/config-file.ts'
import { systemClock, type Clock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/index.ts'
import { openLog } from '../src/platform/log.ts'
import { temporaryDir } from './db.ts'

interface AnotherOptions {
  readonly databaseUrl: string | undefined
  readonly openaiBaseUrl?: string
  readonly clock?: Clock
  readonly figuresFreshMs?: number
}

/** Starts a server on the database of another one. */
export async function anotherServer({
  databaseUrl,
  openaiBaseUrl,
  clock = systemClock,
  figuresFreshMs,
}: AnotherOptions): Promise<{ app: App; url: string }> {
  const dataDir = await temporaryDir()
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
      file: configFileSchema.parse({}),
    },
    db,
    log,
    clock,
    home: join(import.meta.dirname, '..'),
    ...(figuresFreshMs === undefined ? {} : { figuresFreshMs }),
  })
  return { app, url: await app.listen() }
}
