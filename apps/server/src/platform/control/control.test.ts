import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, temporaryDir } from '#test/db.ts'
import type { Database } from '../db/index.ts'
import { openLog } from '../log.ts'
import { askForSnapshot, openControl } from './control.ts'

const log = openLog('silent')

async function newDir(...below: string[]): Promise<string> {
  const top = await temporaryDir()
  onTestFinished(() => rm(top, { recursive: true, force: true }))
  const dataDir = join(top, ...below)
  await mkdir(dataDir, { recursive: true })
  return dataDir
}

/** A database whose snapshot only creates the directory. */
const copied: Database['snapshot'] = async (target) => {
  await mkdir(target)
}

async function opened(dataDir: string, snapshot = copied) {
  const db = await openTestDatabase()
  onTestFinished(() => db.close())
  return openControl({ dataDir, db: { ...db, kind: 'embedded', snapshot }, log })
}

test.each([
  ['a short path', []],
  ['a path too long for a socket', ['x'.repeat(120)]],
])(
  'asks a running server for a snapshot at %s, and returns false while no server is running',
  async (_, below) => {
    const dataDir = await newDir(...below)
    expect(await askForSnapshot(dataDir, join(dataDir, 'copy'))).toBe(false)
    const control = await opened(dataDir)
    if (below.length === 0) expect((await stat(join(dataDir, 'control.sock'))).mode & 0o777).toBe(0o600)
    expect(await askForSnapshot(dataDir, join(dataDir, 'copy'))).toBe(true)
    expect(existsSync(join(dataDir, 'copy'))).toBe(true)
    await control.close()
    expect(await askForSnapshot(dataDir, join(dataDir, 'again'))).toBe(false)
    expect(await readdir(dataDir)).toEqual(['copy'])
  },
)

test('replaces the socket file of a killed server', async () => {
  const dataDir = await newDir()
  await writeFile(join(dataDir, 'control.sock'), '')
  const control = await opened(dataDir)
  expect(await askForSnapshot(dataDir, join(dataDir, 'copy'))).toBe(true)
  await control.close()
})

test('reports a failed snapshot, and refuses a second one at the same time', async () => {
  const dataDir = await newDir()
  const begun = Promise.withResolvers<void>()
  const fail = Promise.withResolvers<void>()
  const control = await opened(dataDir, () => {
    begun.resolve()
    return fail.promise
  })
  const first = askForSnapshot(dataDir, 'a')
  await begun.promise
  await expect(askForSnapshot(dataDir, 'b')).rejects.toThrow('Another backup')
  fail.reject(new Error('the disk is gone'))
  await expect(first).rejects.toThrow('the disk is gone')
  await control.close()
})
