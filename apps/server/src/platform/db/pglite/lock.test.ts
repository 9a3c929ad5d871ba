import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../log.ts'
import { testDataDir } from '#test/db.ts'
import { startDatabaseProcess } from '#test/db-processes.ts'
import { openDatabase } from '../index.ts'

const log = openLog('silent')

async function directory(): Promise<string> {
  const dataDir = await testDataDir({ blank: true })
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

test('a second process is refused within two seconds, and the error names the first one', async () => {
  const dataDir = await directory()
  const holder = startDatabaseProcess(['hold', dataDir])
  await holder.until((message) => message['open'] === true)
  const started = performance.now()
  const failure: unknown = await openDatabase({ dataDir, log }).catch((error: unknown) => error)
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(failure).toMatchObject({ name: 'DatabaseStartError' })
  expect(String(failure)).toContain(`in use by process ${holder.pid} on host ${hostname()} since 20`)
  await holder.kill('SIGKILL')
})

test('after kill -9 the next process opens the directory at once, despite the leftover lock file', async () => {
  const dataDir = await directory()
  const holder = startDatabaseProcess(['hold', dataDir])
  await holder.until((message) => message['open'] === true)
  await holder.kill('SIGKILL')
  const db = await openDatabase({ dataDir, log })
  expect((await db.health()).ok).toBe(true)
  await db.close()
})

test('the same process cannot open a directory twice, but again after closing it', async () => {
  const dataDir = await directory()
  const first = await openDatabase({ dataDir, log })
  await expect(openDatabase({ dataDir, log })).rejects.toThrow(`in use by process ${process.pid}`)
  await first.close()
  const second = await openDatabase({ dataDir, log })
  await second.close()
})
