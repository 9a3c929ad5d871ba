// Shared code of the commands beside the server: the installation's location, exit codes and arguments.
import { join } from 'node:path'
import { ConfigError, type Config } from './config.ts'
import { BackupError, type Installation } from './platform/backup/index.ts'
import { MediaStoreError, openBlobs, type BlobStore } from './platform/blobs/index.ts'
import { DatabaseStartError } from './platform/db/index.ts'
import { openLog } from './platform/log.ts'
import { openOutbound } from './platform/outbound/index.ts'
import { backupSealKey, SecretsError } from './platform/secrets.ts'
import { Problem } from './problem.ts'

/** Returns the installation of a configuration; `say` prints progress. */
export function installationOf(config: Config, say: (line: string) => void): Installation {
  const log = openLog('error', process.stderr)
  return {
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    s3: config.s3 !== undefined,
    blobFolder: join(config.dataDir, 'blobs'),
    openBlobs: (folder) => storeOf(config, folder),
    reserveBytes: config.file.limits.freeSpaceBytes,
    sealKey: backupSealKey(config),
    say,
    log,
  }
}

/** Returns the media store of a configuration; on disk another folder if given. */
export function storeOf({ dataDir, s3 }: Config, folder = join(dataDir, 'blobs')): BlobStore {
  const outbound = openOutbound({ log: openLog('error', process.stderr) })
  return openBlobs({ folder, s3, outbound, guardWrite: () => undefined })
}

/** Runs a command and exits: with 0, with 2 and one sentence for an expected failure, or with 130 after Ctrl-C. */
export async function runCommand(work: (signal: AbortSignal) => Promise<void>): Promise<never> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
  try {
    await work(ending.signal)
    return process.exit(0)
  } catch (error) {
    if (ending.signal.aborted) return process.exit(130)
    const expected =
      error instanceof BackupError ||
      error instanceof ConfigError ||
      error instanceof DatabaseStartError ||
      error instanceof MediaStoreError ||
      error instanceof Problem ||
      error instanceof SecretsError
    process.stderr.write(
      `${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    )
    return process.exit(expected ? 2 : 1)
  }
}

/** Returns the known flags of a command without other arguments. @throws BackupError */
export function flagsOf<Flag extends string>(usage: string, known: readonly Flag[]): ReadonlySet<Flag> {
  const args = process.argv.slice(2)
  if (!args.every((argument) => known.some((flag) => flag === argument)))
    throw new BackupError(`Use it so: ${usage}`)
  return new Set(known.filter((flag) => args.includes(flag)))
}

/**
 * Returns a command's file argument and the known flags that are set.
 * @throws BackupError when the file is missing or an argument is unknown
 */
export function argumentsOf<Flag extends string>(
  usage: string,
  known: readonly Flag[] = [],
): { file: string; flags: ReadonlySet<Flag> } {
  const args = process.argv.slice(2)
  const flags = new Set(known.filter((flag) => args.includes(flag)))
  const [file, ...more] = args.filter((argument) => !known.some((flag) => flag === argument))
  if (!file || file.startsWith('-') || more.length > 0) throw new BackupError(`Use it so: ${usage}`)
  return { file, flags }
}
