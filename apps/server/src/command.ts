// What the commands beside the server have in common: where the installation is, and how they end.
import { join } from 'node:path'
import { ConfigError, type Config } from './config.ts'
import { BackupError, type Installation } from './platform/backup/index.ts'
import { openBlobs } from './platform/blobs/index.ts'
import { DatabaseStartError } from './platform/db/index.ts'
import { openLog } from './platform/log.ts'
import { openOutbound } from './platform/outbound/index.ts'
import { backupSealKey, SecretsError } from './platform/secrets.ts'

/** The installation that a configuration names, for a command that tells a person how it goes. */
export function installationOf(config: Config, say: (line: string) => void): Installation {
  const log = openLog('error', process.stderr)
  const outbound = openOutbound({ log })
  return {
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    s3: config.s3 !== undefined,
    blobFolder: join(config.dataDir, 'blobs'),
    openBlobs: (folder) => openBlobs({ folder, s3: config.s3, outbound, guardWrite: () => undefined }),
    reserveBytes: config.file.limits.freeSpaceBytes,
    sealKey: backupSealKey(config),
    say,
    log,
  }
}

/** Runs a command to its exit code: 0, 2 with one sentence for what is expected to happen, 130 after Ctrl-C. */
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
      error instanceof SecretsError
    process.stderr.write(
      `${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    )
    return process.exit(expected ? 2 : 1)
  }
}

/**
 * Returns the one file that a command is given, and which of the flags it knows.
 * @throws BackupError when there is no file, or anything else
 */
export function argumentsOf<Flag extends string>(
  usage: string,
  known: readonly Flag[] = [],
): { file: string; flags: ReadonlySet<Flag> } {
  const given = process.argv.slice(2)
  const flags = new Set(known.filter((flag) => given.includes(flag)))
  const [file, ...more] = given.filter((argument) => !known.some((flag) => flag === argument))
  if (!file || file.startsWith('-') || more.length > 0) throw new BackupError(`Use it so: ${usage}`)
  return { file, flags }
}
