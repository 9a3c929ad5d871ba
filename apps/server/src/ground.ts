// The ground floor on one page: what features stand on. For app.ts, which hands it out.
import { join } from 'node:path'
import type { Config } from './config.ts'
import { openBlobs } from './platform/blobs/index.ts'
import { openBus } from './platform/bus/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import { openDocuments, type DocumentLimits } from './platform/documents/index.ts'
import { openJobs } from './platform/jobs/index.ts'
import type { Log } from './platform/log.ts'
import { openOutbound } from './platform/outbound/index.ts'
import { openSecrets } from './platform/secrets.ts'

export interface GroundGiven {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  readonly clock: Clock
  /** The server's own folder, with `static/` in it. */
  readonly home: string
  /** Told when a large request was handled. */
  readonly handledLarge?: (() => void) | undefined
  /** For tests: limits of reading documents that differ from the product's. */
  readonly documentLimits?: Partial<DocumentLimits> | undefined
}

export type Ground = Awaited<ReturnType<typeof openGround>>

/** Opens everything that stands by itself, on an open database. */
export async function openGround(given: GroundGiven) {
  const { config, db, log, clock, home, handledLarge } = given
  const outbound = openOutbound({ log })
  return {
    config,
    db,
    log,
    clock,
    outbound,
    secrets: openSecrets({ secret: config.secret, dataDir: config.dataDir }),
    bus: await openBus({ db, log }),
    jobs: openJobs({ pool: db.pool, log }),
    blobs: openBlobs({
      folder: join(config.dataDir, 'blobs'),
      s3: config.s3,
      outbound,
      guardWrite: () => db.guardWrite(),
    }),
    documents: openDocuments(given.documentLimits, log),
    bodies: { folder: join(config.dataDir, 'tmp'), guardWrite: () => db.guardWrite(), handledLarge },
    staticRoots: [join(config.dataDir, 'static'), join(home, 'static')],
  }
}

/** Closes what features stood on, after all of them. */
export async function closeGround({ documents, bus, db }: Ground): Promise<void> {
  documents.close()
  await bus.close()
  await db.close()
}
