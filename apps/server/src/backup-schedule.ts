// The schedule of backups of a configuration.
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from './config.ts'
import type { BackupSchedule } from './features/system/index.ts'

/** Returns the schedule; undefined when no backups are configured. */
export function backupScheduleOf({
  dataDir,
  file: { backups },
}: Pick<Config, 'dataDir'> & { readonly file: Pick<Config['file'], 'backups'> }): BackupSchedule | undefined {
  if (!backups) return undefined
  const { at, keep, folder } = backups
  return folder === undefined
    ? { at, keep, folder: join(dataDir, 'backups'), makesFolder: true }
    : { at, keep, folder, makesFolder: false }
}

/**
 * Checks at the start that a configured folder can be written. It is not made: one that is missing may be a disk that is not
 * mounted.
 * @throws ConfigError
 */
export function mustHoldBackups(
  config: Pick<Config, 'dataDir'> & { readonly file: Pick<Config['file'], 'backups'> },
): void {
  const { folder, makesFolder = true } = backupScheduleOf(config) ?? {}
  if (folder === undefined || makesFolder) return
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `The folder of “backups”, ${folder}, ${code === 'ENOENT' ? 'does not exist' : `is not writable (${code})`}. Create it for this user, or set “backups.folder” to another one.`,
    )
  }
}
