import type { Blobs } from '../blobs/index.ts'
import type { Log } from '../log.ts'

/** Where an installation lives, as both commands are given it. */
export interface Installation {
  /** Absolute path. */
  readonly dataDir: string
  /** None: the embedded database below the data directory. */
  readonly databaseUrl: string | undefined
  /** Whether media are in a bucket and not in the folder. */
  readonly s3: boolean
  readonly blobFolder: string
  /** Opens the media; on disk those of this folder. */
  openBlobs(folder: string): Blobs
  /** Bytes that must stay free in the data directory; the server's own rule unless told. */
  readonly reserveBytes: number | undefined
  /** Proves that a backup is this installation's; none when no secret is at hand. */
  readonly sealKey: Buffer | undefined
  /** Tells a person how it goes. */
  readonly say: (line: string) => void
  readonly log: Log
}
