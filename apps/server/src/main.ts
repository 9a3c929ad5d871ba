// The server process: configuration, platform, listen, graceful shutdown. A failed start prints one sentence and exits with
// code 2.
import { existsSync, mkdirSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../../package.json' with { type: 'json' }
import { createApp, type App } from './app.ts'
import { mustHoldBackups } from './backup-schedule.ts'
import { installationOf, storeOf } from './command.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { exposureOf } from './exposure.ts'
import { checkFirstAdmin } from './first-admin.ts'
import { BackupError, backUpOpen } from './platform/backup/index.ts'
import { MediaStoreError, mustBeOwn, mustReach } from './platform/blobs/index.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, DatabaseStartError, openDatabase } from './platform/db/index.ts'
import { openLog } from './platform/log.ts'
import { collectAfterLarge, collectGarbage } from './platform/memory.ts'
import { processMetrics } from './platform/metrics.ts'
import { holderOf } from './platform/port-holder.ts'
import { SecretsError } from './platform/secrets.ts'
import { Problem } from './problem.ts'
import { runBackup } from './run-backup.ts'

/** A reason in one sentence why the process cannot start. */
class StartError extends Error {}

/** Errors that the user can fix; their sentence is enough, without a stack. */
const EXPECTED = [
  StartError,
  ConfigError,
  DatabaseStartError,
  SecretsError,
  BackupError,
  MediaStoreError,
  Problem,
]

/** A process that is stopped as a group, or by npm, gets the same signal several times within this time. */
const SAME_SIGNAL_MS = 2_000
const STARTER_MS = 500
/** How long closing may take after the last answer; docs/operating.md adds it to the time that service managers wait. */
const CLOSING_MS = 10_000

const home = dirname(dirname(fileURLToPath(import.meta.url)))

async function start(): Promise<void> {
  if (process.argv.length > 2)
    throw new StartError(
      `“${process.argv[2]}” is not a known argument. Use environment variables or config.json.`,
    )
  const config = readConfig(process.env, manifest.version)
  await checkFirstAdmin(config)
  mustHoldBackups(config)
  await mustBeFree(config)
  await mustBeWritable(config.dataDir)
  await mustReach(storeOf(config))
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pgdata')))
    console.log('Making the database: once, a few seconds.')
  const log = openLog(process.stdout.isTTY ? 'warn' : config.file.logLevel, process.stderr)
  // A defect, but no reason to end everybody's answers.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection was not handled'))
  const db = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    migrationsDir: join(home, 'migrations'),
    log,
    reserveBytes: config.file.limits.freeSpaceBytes,
    beforeMigrations: (open) => backUpFirst(config, open),
  })
  const handledLarge = collectAfterLarge()
  const app = await createApp({
    config,
    db,
    log,
    clock: systemClock,
    home,
    handledLarge,
    preparesDocuments: true,
    registry: processMetrics(),
    backUp: runBackup,
  }).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  const end = endWith(app, config.file.shutdownGraceSeconds * 1_000)
  if (config.startedBy !== undefined) watchStarter(config.startedBy, end)
  // Starting leaves 20 MB of garbage that would otherwise stay while the process is idle.
  collectGarbage()
  const address = await app.listen()
  const setUp = app.setUpKey ? `\nSet it up here, once: ${address}/set-up#key=${app.setUpKey}` : ''
  // One write: a script that waits for the first line reads both.
  console.log(`${config.file.appName} ${config.version} is ready at ${address}${setUp}`)
  const exposed = exposureOf(config)
  if (exposed) console.warn(exposed)
}

/** Makes a backup that the older version can restore, before a newer version migrates the schema. */
async function backUpFirst(config: Config, db: Database): Promise<void> {
  await mustBeOwn(storeOf(config), db.pool)
  const folder = join(config.dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `before-${config.version}-${Date.now()}.polylogue`)
  console.log(`This version changes the database. A backup comes first: ${file}`)
  const signal = new AbortController().signal
  await backUpOpen({ ...installationOf(config, console.log), file, product: config.version, signal }, db)
}

async function mustBeFree({ port, host }: Config): Promise<void> {
  const probe = createServer()
  const failed = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    probe.on('error', resolve)
    probe.listen(port, host, () => resolve(undefined))
  })
  await new Promise((resolve) => probe.close(resolve))
  if (failed?.code === 'EADDRINUSE') throw new StartError(await inUse(port))
  if (failed?.code === 'EACCES')
    throw new StartError(`This user is not allowed to use port ${port}. Set PORT to a port above 1023.`)
  if (failed)
    throw new StartError(`The address ${host}:${port} cannot be used (${failed.code}). Check HOST and PORT.`)
}

async function inUse(port: number): Promise<string> {
  const holder = await holderOf(port).catch(() => undefined)
  return holder
    ? `Port ${port} is already in use by process ${holder.pid} (${holder.command}). Stop it, or set PORT to a free port.`
    : `Port ${port} is already in use. Set PORT to a free port.`
}

async function mustBeWritable(dataDir: string): Promise<void> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new StartError(
      `The data directory ${dataDir} is not writable (${code}). Set POLYLOGUE_DATA_DIR to a writable directory.`,
    )
  }
}

/** Ends like a signal when the start script is gone: killed, it cannot forward one. */
function watchStarter(startedBy: number, end: (signal: string) => void): void {
  const timer = setInterval(() => {
    if (process.ppid === startedBy) return
    clearInterval(timer)
    end('The start script ended')
  }, STARTER_MS)
  timer.unref()
}

/** Closes the app at the first signal; a later one ends running answers at once. Returns the function that signals call. */
function endWith(app: App, graceMs: number): (signal: string) => void {
  const sooner = new AbortController()
  let since: number | undefined
  let late: NodeJS.Timeout | undefined
  const exitAfter = (ms: number) => {
    clearTimeout(late)
    late = setTimeout(() => {
      console.error('Closing took too long. What was not stored yet is recovered at the next start.')
      process.exit(1)
    }, ms)
  }
  const end = (signal: string) => {
    if (since !== undefined) {
      if (performance.now() - since < SAME_SIGNAL_MS || sooner.signal.aborted) return
      sooner.abort()
      return exitAfter(CLOSING_MS)
    }
    since = performance.now()
    if (process.stdout.isTTY)
      console.log(
        `\n${signal === 'SIGINT' ? 'Ctrl-C' : signal}: running answers get ${graceMs / 1_000} s. Repeat it to end them now.`,
      )
    exitAfter(graceMs + CLOSING_MS)
    app.close(graceMs, sooner.signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  return end
}

start().catch((error: unknown) => {
  const expected = EXPECTED.some((kind) => error instanceof kind)
  console.error(expected && error instanceof Error ? error.message : error)
  process.exit(expected ? 2 : 1)
})
