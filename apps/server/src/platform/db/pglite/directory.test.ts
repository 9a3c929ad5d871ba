import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDir, testDataDir } from '#test/db.ts'
import { isFull } from '#test/full.ts'
import { startDatabaseProcess } from '#test/db-processes.ts'
import { openLog } from '../../log.ts'
import { openDatabase } from '../index.ts'
import { prepareFiles } from './directory.ts'
import { entry } from './entry.ts'

const log = openLog('silent')

function removed(directory: string): string {
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

async function everyFile(directory: string): Promise<string[]> {
  return (await readdir(directory, { recursive: true })).toSorted()
}

const damages: Record<string, (pgdata: string) => Promise<unknown>> = {
  'the version file is missing': (pgdata) => rm(join(pgdata, 'PG_VERSION')),
  'the version is newer': (pgdata) => writeFile(join(pgdata, 'PG_VERSION'), '19\n'),
  'the version is older': (pgdata) => writeFile(join(pgdata, 'PG_VERSION'), '15\n'),
  'the directory is empty': async (pgdata) => {
    await rm(pgdata, { recursive: true })
    await mkdir(pgdata)
  },
  'the directory is a file': async (pgdata) => {
    await rm(pgdata, { recursive: true })
    await writeFile(pgdata, 'not a database')
  },
  'pg_control is missing': (pgdata) => rm(join(pgdata, 'global', 'pg_control')),
  'pg_control is cut': (pgdata) => truncate(join(pgdata, 'global', 'pg_control'), 100),
  'pg_control is overwritten': (pgdata) =>
    writeFile(join(pgdata, 'global', 'pg_control'), Buffer.alloc(8192, 1)),
  'the log is missing': (pgdata) => rm(join(pgdata, 'pg_wal'), { recursive: true }),
  'the log is cut': async (pgdata) => {
    const wal = join(pgdata, 'pg_wal')
    for (const name of await readdir(wal))
      if ((await stat(join(wal, name))).isFile()) await truncate(join(wal, name), 1000)
  },
  'the catalogue is missing': (pgdata) => rm(join(pgdata, 'base'), { recursive: true }),
}

describe('refuses a damaged or foreign directory and leaves it unchanged', () => {
  test.each(Object.entries(damages))('%s', async (_, damage) => {
    const dataDir = removed(await testDataDir({ blank: true }))
    const pgdata = join(dataDir, 'pgdata')
    await damage(pgdata)
    const before = await everyFile(dataDir)
    const failure: unknown = await openDatabase({ dataDir, log }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'DatabaseStartError' })
    expect(String(failure)).toContain(pgdata)
    expect(String(failure)).toMatch(/Nothing was (changed|deleted)\. .*backup/)
    const after = await everyFile(dataDir)
    // PostgreSQL's catalogue cache, rebuilt at each start.
    expect(after).toEqual(expect.arrayContaining(before.filter((name) => !name.endsWith('pg_internal.init'))))
  })

  test('a data directory that is a file', async () => {
    const parent = removed(await temporaryDir())
    await writeFile(join(parent, 'file'), '')
    await expect(openDatabase({ dataDir: join(parent, 'file'), log })).rejects.toThrow('cannot be used')
  })
})

describe('the first start', () => {
  test(
    'creates a database that only this user can access, also after kill -9',
    { timeout: 60_000 },
    async () => {
      const dataDir = join(removed(await temporaryDir()), 'new')
      for (const moment of isFull ? ['pgdata.tmp-', 'PG_VERSION', 'pgdata'] : ['PG_VERSION']) {
        const starting = startDatabaseProcess(['hold', dataDir])
        const has = (name: string) => name.split('/').some((part) => part.replace(/-\w+$/, '-') === moment)
        // Files may be renamed while they are read.
        const reached = () =>
          everyFile(dataDir).then(
            (names) => names.some(has),
            () => false,
          )
        await vi.waitFor(async () => expect(await reached()).toBe(true), { timeout: 30_000, interval: 5 })
        await starting.kill('SIGKILL')
      }
      const db = await openDatabase({ dataDir, log })
      expect(db.hasVector).toBe(true)
      expect((await db.pool.query("SELECT '[1,2]'::vector <-> '[1,4]' AS d")).rows).toEqual([{ d: 2 }])
      expect((await stat(dataDir)).mode & 0o77).toBe(0)
      expect((await stat(join(dataDir, 'run'))).mode & 0o77).toBe(0)
      expect((await readdir(dataDir)).filter((name) => name.startsWith('pgdata'))).toEqual(['pgdata'])
      await db.close()
      expect(existsSync(join(dataDir, 'run'))).toBe(false)
      expect((await readFile(join(dataDir, 'pgdata', 'PG_VERSION'), 'utf8')).trim()).toBe('18')
    },
  )
})

test(
  'creates a database next to one that was moved away, also when the first attempt hangs',
  {
    timeout: 180_000,
  },
  async () => {
    const dataDir = removed(await testDataDir({ blank: true }))
    await writeFile(join(dataDir, 'config.json'), '{}')
    await rename(join(dataDir, 'pgdata'), join(dataDir, 'elsewhere'))
    await chmod(dataDir, 0o750)
    const before = await readdir(dataDir)
    const making = prepareFiles(dataDir, log, [3_000, 150_000])
    const stopped = await vi.waitFor(() => processOf(join(dataDir, 'pgdata.tmp-')), { timeout: 30_000 })
    process.kill(stopped, 'SIGSTOP')
    expect(await making).toBe(join(dataDir, 'pgdata'))
    expect((await readdir(dataDir)).toSorted()).toEqual([...before, 'pgdata'].toSorted())
    await expect(processOf(join(dataDir, 'pgdata.tmp-'))).rejects.toThrow('There is no process')
    const db = await openDatabase({ dataDir, log })
    await db.close()
    expect((await readdir(dataDir)).filter((name) => name.startsWith('pgdata'))).toEqual(['pgdata'])
    expect(await readFile(join(dataDir, 'config.json'), 'utf8')).toBe('{}')
    expect(existsSync(join(dataDir, 'elsewhere', 'PG_VERSION'))).toBe(true)
  },
)

/** Returns the id of a process whose command line contains a text. */
async function processOf(text: string): Promise<number> {
  for (const id of await readdir('/proc')) {
    const command = /^\d+$/.test(id) ? await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '') : ''
    if (command.includes(text)) return Number(id)
  }
  throw new Error('There is no process with this command line.')
}

test('the process that creates a database ends when its server has ended', async () => {
  const directory = removed(await temporaryDir())
  const gone = 2 ** 22
  const making = fork(entry('pglite-init'), [directory, String(gone)], { execArgv: [], stdio: 'ignore' })
  expect(await once(making, 'exit')).toEqual([null, 'SIGKILL'])
})
