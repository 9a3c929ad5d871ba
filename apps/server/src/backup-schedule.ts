// The schedule of backups of a configuration.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from './config.ts'
import type { BackupSchedule } from './features/system/index.ts'

/** Returns the schedule; undefined when no backups are configured. */
export function backupScheduleOf({
  dataDir,
  file,
}: Pick<Config, 'dataDir' | 'file'>): BackupSchedule | undefined {
  const { backups } = file
  return backups && { ...backups, folder: backups.folder ?? join(dataDir, 'backups') }
}

/**
 * Checks at the start that backups can be written. Makes only the folder in the data directory: another one that is missing
 * may be a disk that is not mounted.
 * @throws ConfigError
 */
export function mustHoldBackups(config: Pick<Config, 'dataDir' | 'file'>): void {
  const schedule = backupScheduleOf(config)
  if (!schedule) return
  const { folder } = schedule
  try {
    if (config.file.backups?.folder === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `The folder of “backups”, ${folder}, ${code === 'ENOENT' ? 'does not exist' : `is not writable (${code})`}. Create it for this user, or set “backups.folder” to another one.`,
    )
  }
}
