// The data files: created once in a temporary directory and renamed into place; existing files are never overwritten.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import { DatabaseStartError } from '../database.ts'
import { entry } from './entry.ts'

// The PostgreSQL version of the pinned PGlite's files.
const MAJOR_VERSION = '18'

const NAME = 'pgdata'
const UNFINISHED = 'pgdata.tmp-'

// Without the server's options for small memory: with them 3 of 66 processes hung, without them none of 87.
const INIT_OPTIONS = ['--no-wasm-code-gc', '--enable-source-maps']

/** Timeouts of the attempts: creating takes seconds, but hangs when PostgreSQL fails. */
const LIMITS_MS: readonly number[] = [60_000, 240_000]

/** Creates the data directory when missing. @throws DatabaseStartError when it cannot be created or written */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DatabaseStartError(
      `The data directory ${dataDir} cannot be used (${codeOf(error)}). Check that it is a directory that this user may write.`,
      error,
    )
  }
}

/**
 * Returns the checked directory of the data files; creates it on the first start. The caller holds the lock.
 * @throws DatabaseStartError when the directory is not this product's database, or creating it failed
 */
export async function prepareFiles(dataDir: string, log: Log, limitsMs = LIMITS_MS): Promise<string> {
  const directory = join(dataDir, NAME)
  // Leftovers of an unfinished first start. Its process may still be writing, but each has its own name, and only the lock
  // holder renames.
  for (const name of await readdir(dataDir))
    if (name.startsWith(UNFINISHED))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
  if (existsSync(directory)) await check(directory)
  else await make(dataDir, directory, { log, limitsMs })
  return directory
}

async function check(directory: string): Promise<void> {
  const advice = 'Nothing was changed. Restore a backup into an empty data directory, or give the right one.'
  let version: string
  try {
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
    const control = join(directory, 'global', 'pg_control')
    await access(control, constants.R_OK | constants.W_OK)
    if ((await stat(control)).size !== 8192) throw new Error('global/pg_control has the wrong size')
  } catch (error) {
    throw new DatabaseStartError(
      `The database files in ${directory} are damaged or may not be read and written (${codeOf(error)}). ${advice}`,
      error,
    )
  }
  if (version !== MAJOR_VERSION)
    throw new DatabaseStartError(
      `The database files in ${directory} are of PostgreSQL ${version}; this version reads ${MAJOR_VERSION}. ${advice}`,
    )
}

interface MakeOptions {
  readonly log: Log
  readonly limitsMs: readonly number[]
}

async function make(dataDir: string, directory: string, { log, limitsMs }: MakeOptions): Promise<void> {
  const [limitMs = 0, ...others] = limitsMs
  const unfinished = join(dataDir, `${UNFINISHED}${randomBytes(6).toString('hex')}`)
  await mkdir(unfinished, { mode: 0o700 })
  log.info({ directory }, 'making the database')
  const { failure, hung } = await runInit(unfinished, limitMs)
  if (failure !== undefined) {
    await rm(unfinished, { recursive: true, force: true })
    if (!hung || others.length === 0)
      throw new DatabaseStartError(`The database could not be made in ${dataDir}: ${failure}`)
    log.warn({ directory, limitMs }, 'making the database did not end; it is begun again')
    return make(dataDir, directory, { log, limitsMs: others })
  }
  await rename(unfinished, directory)
  const parent = await open(dataDir)
  await parent.sync()
  await parent.close()
}

/** Resolves with the error message, undefined on success, and whether the time limit ended it. */
function runInit(
  directory: string,
  limitMs: number,
): Promise<{ failure: string | undefined; hung: boolean }> {
  const child = fork(entry('pglite-init'), [directory, String(process.pid)], {
    execArgv: INIT_OPTIONS,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  let hung = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      hung = true
      child.kill('SIGKILL')
    }, limitMs).unref()
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(limit)
      const line = said.split('\n').findLast((text) => /error|fatal|panic|ENOSPC/i.test(text))
      const failure = code === 0 ? undefined : (line?.trim() ?? `its process ended with ${code}`)
      resolve({ failure, hung })
    })
  })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
