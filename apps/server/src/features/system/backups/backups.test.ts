// Scheduled backups of a running server, made by the backup code in this process instead of the command.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract, type System } from '@polylogue/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDir } from '#test/db.ts'
import { testApp, type TestApp } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import type { BackUp } from './index.ts'
import { openBackups } from './service.ts'
import { claimBackup } from './store.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryDir()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (backUp: BackUp) =>
  testApp({ figuresFreshMs: 20, backUp, file: { backups: { at: '03:00', keep: 2, folder } } })

async function reader(app: TestApp): Promise<() => Promise<System>> {
  const { client } = await app.deps.user({ roleId: 1 })
  return async () => (await client.call(contract.system.get)).data.System
}

const metrics = async (app: TestApp) => (await fetch(`${app.url}/metrics`)).text()

test('a due backup is made, shown, measured and pruned', async () => {
  const old = ['scheduled-20260101-030000.polylogue', 'scheduled-20260102-030000.polylogue', 'mine.polylogue']
  for (const name of old) await writeFile(join(folder, name), 'old')
  let made = ''
  await using app = await open(async (file) => {
    made = file
    await writeFile(file, 'a backup')
  })
  const system = await reader(app)
  await expect
    .poll(async () => (await system()).backups.done, { timeout: 20_000 })
    .toMatchObject({
      state: 'done',
      file: made,
      bytes: 8,
      failure: null,
    })
  const { backups } = await system()
  expect(backups.schedule).toMatchObject({ at: '03:00', keep: 2, folder })
  expect(Date.parse(backups.schedule?.next ?? '')).toBeGreaterThan(Date.now())
  // Two are kept, and what others stored there.
  await expect
    .poll(async () => (await readdir(folder)).toSorted())
    .toEqual(
      ['mine.polylogue', 'scheduled-20260102-030000.polylogue', made.slice(folder.length + 1)].toSorted(),
    )
  const text = await metrics(app)
  expect(text).toMatch(/^polylogue_backup_failed 0$/m)
  expect(text).toMatch(/^polylogue_backup_bytes 8$/m)
  expect(text).toMatch(/^polylogue_backup_success_timestamp_seconds \d{10}/m)
})

test('a backup that fails is shown with its reason, measured and logged, and leaves older ones', async () => {
  await writeFile(join(folder, 'scheduled-20260101-030000.polylogue'), 'old')
  await using app = await open(() => Promise.reject(new Error('There is not enough space.')))
  const system = await reader(app)
  await expect
    .poll(async () => (await system()).backups.latest, { timeout: 20_000 })
    .toMatchObject([{ state: 'failed', failure: 'There is not enough space.', bytes: null }])
  expect((await system()).backups.done).toBeNull()
  expect(await metrics(app)).toMatch(/^polylogue_backup_failed 1$/m)
  expect(app.logged()).toContain('a scheduled backup failed')
  expect(await readdir(folder)).toHaveLength(1)
})

test('a backup whose server ended is shown as interrupted, and taken over by the next one', async () => {
  await using app = await open((file) => writeFile(file, 'done'))
  const system = await reader(app)
  await expect.poll(async () => (await system()).backups.done, { timeout: 20_000 }).not.toBeNull()
  // As a killed process leaves it.
  const { rows } = await app.db.pool.query<{ due: Date; id: number; serverId: string }>(
    'SELECT due, id, server_id AS "serverId" FROM backups',
  )
  const [{ due, id, serverId } = { due: new Date(), id: 0, serverId: '' }] = rows
  const claim = () => claimBackup(app.db.pool, { due, serverId, file: join(folder, 'next.polylogue') })
  expect(await claim()).toBeUndefined()
  await app.db.pool.query('UPDATE backups SET server_id = gen_random_uuid(), ended = NULL, bytes = NULL')
  await expect.poll(async () => (await system()).backups.latest[0]?.state).toBe('interrupted')
  expect(await metrics(app)).toMatch(/^polylogue_backup_failed 1$/m)
  expect(await claim()).toEqual({ id, attempts: 2 })
  await expect.poll(async () => (await system()).backups.latest[0]?.state).toBe('running')
})

test('a backup that ended the server three times fails', async () => {
  let made = 0
  const backUp = (file: string) => {
    made++
    return writeFile(file, 'done')
  }
  await using app = await open(backUp)
  const system = await reader(app)
  await expect.poll(async () => (await system()).backups.done, { timeout: 20_000 }).not.toBeNull()
  const { rows } = await app.db.pool.query<{ due: Date; serverId: string }>(
    `UPDATE backups SET server_id = gen_random_uuid(), ended = NULL, bytes = NULL, attempts = 3
      RETURNING due, (SELECT id FROM servers LIMIT 1) AS "serverId"`,
  )
  const [{ due, serverId } = { due: new Date(), serverId: '' }] = rows
  const next = openBackups({
    db: app.db,
    clock: { now: () => new Date(due.getTime() + 1_000) },
    log: openLog('silent'),
    serverId,
    schedule: { at: '03:00', keep: 2, folder, makesFolder: false },
    backUp,
  })
  await next.look()
  await expect
    .poll(async () => (await system()).backups.latest)
    .toMatchObject([{ state: 'failed', failure: expect.stringContaining('ended 3 times') as string }])
  expect(made).toBe(1)
})

test('without a schedule no backup is made, and the page says so', async () => {
  await using app = await testApp({ figuresFreshMs: 20, backUp: () => Promise.reject(new Error('never')) })
  const system = await reader(app)
  expect((await system()).backups).toEqual({ schedule: null, latest: [], done: null })
  expect(await metrics(app)).not.toMatch(/^polylogue_backup_failed/m)
})

test('the command that the server runs writes a backup, or ends with its sentence', async () => {
  const { runBackup } = await import('#run-backup.ts')
  await mkdir(join(folder, 'empty'))
  const { signal } = new AbortController()
  // The environment of the tests names no installation.
  await expect(runBackup(join(folder, 'missing', 'a.polylogue'), signal)).rejects.toThrow(
    /There is no directory|There is no installation/,
  )
  await expect(stat(join(folder, 'missing'))).rejects.toThrow('ENOENT')
  await expect(readFile(join(folder, 'a.polylogue'))).rejects.toThrow('ENOENT')
})
