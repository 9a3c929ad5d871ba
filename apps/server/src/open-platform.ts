// Opens the platform that all features use. Called by app.ts, which passes it on.
import type { ItemType } from './access/items/index.ts'
import { join } from 'node:path'
import { openLiveConfig, type StartFile } from './live-configuration.ts'
import type { Config } from './config.ts'
import { claimStore, openBlobs, openMediaStore } from './platform/blobs/index.ts'
import { openBus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import { openDocuments, type DocumentLimits } from './platform/documents/index.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { openOutbound, type OutboundOptions } from './platform/outbound/index.ts'
import { openSecrets } from './platform/secrets.ts'

export interface PlatformOptions {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  readonly clock: Clock
  /** The server's own folder, which contains `static/`. */
  readonly home: string
  /** Whether the process that starts readers of documents is started at once instead of with the first document. */
  readonly preparesDocuments?: boolean
  /** Called when a large request was handled. */
  readonly handledLarge?: (() => void) | undefined
  /** For tests: different limits for reading documents. */
  readonly documentLimits?: Partial<DocumentLimits> | undefined
  /** For tests: the addresses that clients for users' addresses may reach. */
  readonly outbound?: Omit<OutboundOptions, 'log'> | undefined
  /** For tests: how often the job queue is looked at. */
  readonly pollSeconds?: number | undefined
  /** For tests: milliseconds without a change of a data source before its test questions run. */
  readonly quietMs?: number | undefined
  /** For tests: milliseconds between two requests to a host, and between two checks for addresses that are due. */
  readonly addressLimits?: { readonly hostGapMs?: number; readonly pollMs?: number } | undefined
}

/** The configuration without the keys that may change; those are read from `configuration.current()` each time. */
type StartConfig = Omit<Config, 'file'> & { readonly file: StartFile }

/** Without a file everything is a default. */
const unread = ({ dataDir }: Pick<Config, 'dataDir'>) => ({
  path: join(dataDir, 'config.json'),
  content: {},
  variables: {},
})

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Opens the platform on an open database. @throws MediaStoreError when the media store is not the one of the database */
export async function openPlatform(deps: PlatformOptions) {
  const { db, log, clock, home, handledLarge } = deps
  const config: StartConfig = deps.config
  const configuration = openLiveConfig(deps.config.file, deps.config.origin ?? unread(config))
  const { current } = configuration
  const outbound = openOutbound({ log, allowedHosts: () => current().allowedHosts, ...deps.outbound })
  const documents = openDocuments(deps.documentLimits, log, config.file.recognitionLanguages)
  if (deps.preparesDocuments) documents.prepare()
  const folder = join(config.dataDir, 'blobs')
  const guardWrite = () => db.guardWrite()
  const store = openBlobs({ folder, s3: config.s3, outbound, guardWrite })
  return {
    config,
    configuration,
    db,
    log,
    clock,
    outbound,
    addressLimits: deps.addressLimits,
    quietMs: deps.quietMs,
    secrets: openSecrets({ secret: config.secret, dataDir: config.dataDir }),
    bus: await openBus({ db, log }),
    jobs: openJobs({ pool: db.pool, log, pollSeconds: deps.pollSeconds }),
    blobs: openMediaStore(store, await claimStore(store, db), log),
    documents,
    unstored: { folder: join(config.dataDir, 'unstored'), takesRoom: deps.preparesDocuments ?? false },
    bodies: { folder: join(config.dataDir, 'tmp'), guardWrite, handledLarge },
    staticRoots: [join(config.dataDir, 'static'), join(home, 'static')],
  }
}

/** The platform with the nouns that people own and share. */
export type Base = Platform & { readonly types: readonly ItemType[]; readonly binDays: () => number }

/** Closes the platform; call it after closing all features. */
export async function closePlatform({ documents, bus, db }: Platform): Promise<void> {
  documents.close()
  await bus.close()
  await db.close()
}
