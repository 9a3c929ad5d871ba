// A newer version on the data of an older one: makes a backup first, which allows a downgrade.
import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { migrate, openDatabase } from '#platform/db/index.ts'
import { openLog } from '#platform/log.ts'
import { bareEnv } from '../bare-env.ts'
import { migrationsDir, testDataDir } from '../db.ts'
import { startProduct } from '../product.ts'

const log = openLog('silent')
const start = join(import.meta.dirname, '../../dist/start.js')

test('a backup is made before the schema is migrated, and can be restored elsewhere', async () => {
  const dataDir = await testDataDir({ blank: true })
  const old = await openDatabase({ dataDir, log })
  await migrate(old, { directory: migrationsDir, log, upTo: 1 })
  await old.pool.query(`INSERT INTO installation (name, value) VALUES ('canary', '"sings"')`)
  await old.close()

  const product = await startProduct({ dataDir })
  expect(product.output()).toContain('A backup comes first')
  await product.stop()
  const [file = ''] = await readdir(join(dataDir, 'backups'))
  expect(file).toMatch(/\.polylogue$/)

  const other = await testDataDir({ blank: true })
  const env = bareEnv({ POLYLOGUE_DATA_DIR: other })
  // The installation had no secret yet when this backup was made.
  const backup = join(dataDir, 'backups', file)
  await promisify(execFile)(process.execPath, [start, 'restore', backup, '--unproven'], { env })
  const restored = await openDatabase({ dataDir: other, log })
  const { rows } = await restored.pool.query(`SELECT value FROM installation WHERE name = 'canary'`)
  await restored.close()
  expect(rows).toEqual([{ value: 'sings' }])

  const again = await startProduct({ dataDir })
  expect(again.output()).not.toContain('A backup comes first')
  await again.stop()
  await rm(dataDir, { recursive: true, force: true })
  await rm(other, { recursive: true, force: true })
})
