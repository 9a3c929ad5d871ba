import type { BlobStore } from '../blobs/index.ts'
import type { Log } from '../log.ts'

/** The location of an installation, used by both commands. */
export interface Installation {
  /** Absolute path. */
  readonly dataDir: string
  /** Undefined for the embedded database below the data directory. */
  readonly databaseUrl: string | undefined
  /** Whether media are in an S3 bucket instead of the folder. */
  readonly s3: boolean
  readonly blobFolder: string
  /** Opens the media store; on disk with this folder. */
  openBlobs(folder: string): BlobStore
  /** Bytes to leave free in the data directory; default as for the server. */
  readonly reserveBytes: number | undefined
  /** Proves that a backup comes from this installation; undefined without a secret. */
  readonly sealKey: Buffer | undefined
  /** Prints progress. */
  readonly say: (line: string) => void
  readonly log: Log
}
