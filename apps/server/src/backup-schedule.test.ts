import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '#test/db.ts'
import { backupScheduleOf, mustHoldBackups } from './backup-schedule.ts'
import { configFileSchema } from './config-file.ts'

const configOf = (dataDir: string, backups?: object) => ({
  dataDir,
  file: configFileSchema.parse(backups ? { backups: { at: '03:00', ...backups } } : {}),
})

test('the folder of backups is checked at the start', async () => {
  const dataDir = await temporaryDir()
  try {
    mustHoldBackups(configOf(dataDir))
    expect(existsSync(join(dataDir, 'backups'))).toBe(false)
    const missing = configOf(dataDir, { folder: join(dataDir, 'not', 'mounted') })
    expect(() => mustHoldBackups(missing)).toThrow(
      /^The folder of “backups”, .*not\/mounted, does not exist\./,
    )
    expect(existsSync(join(dataDir, 'not'))).toBe(false)
    // The one in the data directory is made with the first backup.
    mustHoldBackups(configOf(dataDir, {}))
    expect(existsSync(join(dataDir, 'backups'))).toBe(false)
    mustHoldBackups(configOf(dataDir, { folder: dataDir }))
    expect(backupScheduleOf(configOf(dataDir, { keep: 3 }))).toEqual({
      at: '03:00',
      keep: 3,
      folder: join(dataDir, 'backups'),
      makesFolder: true,
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
