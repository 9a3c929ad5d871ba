// Runs the embedded database in a worker thread, so that a slow query blocks only other queries. It speaks PostgreSQL's
// protocol on a Unix socket. It runs no statements of its own: the only session belongs to the connection of the main
// thread, which also does the maintenance.
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { collectGarbage } from '../../memory.ts'
import { DurableFs } from './durable-fs.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'
import { startParams } from './settings.ts'
import { listen } from './socket-server.ts'

// PGlite's exit code for a failed statement; every other exception means that the database has ended.
const STATEMENT_FAILED = 100
const LAST_LINES = 20
const GARBAGE_BYTES = 32_000_000

const deps = workerData as WorkerOptions
const port = parentPort
if (!port) throw new Error('This file is run as a worker.')
const say = (message: FromWorker) => port.postMessage(message)

const lines: string[] = []
const fs = new DurableFs(deps.directory, deps.reserve, {
  walGrew: () => say({ type: 'stats', stats: stats() }),
  walFull: () => say({ type: 'walFull' }),
})
const garbage = openGarbage()
const stats = () => ({ fsyncs: fs.fsyncs, walBytes: fs.walBytes })

try {
  const database = await open()
  endWithTheDatabase(database)
  rmSync(deps.socket, { force: true })
  const server = await listen(database, deps.socket)
  port.on('message', (message: ToWorker) => {
    if (message.type === 'ping') {
      say({ type: 'pong', stats: stats() })
      garbage.look()
      fs.look()
    } else if (message.type === 'snapshot') snapshot(message.target)
    else void close(database, server)
  })
  // Starting leaves garbage that would stay while the database is idle.
  collectGarbage()
  say({ type: 'ready' })
} catch (error) {
  fail(error)
}

/** Frees the memory that large statements leave outside the heap. V8 would keep it until the next large one. */
function openGarbage(): { look(): void } {
  const outside = () => getHeapStatistics().external_memory
  let left = outside()
  return {
    look() {
      if (outside() - left < GARBAGE_BYTES) return
      collectGarbage()
      left = outside()
    },
  }
}

function open(): Promise<PGlite> {
  const remember = (line: string) => {
    lines.push(line)
    if (lines.length > LAST_LINES) lines.shift()
    return false
  }
  return PGlite.create({
    fs,
    extensions: { vector },
    startParams: startParams(),
    onStdout: remember,
    onStderr: remember,
  })
}

// On a PANIC, FATAL or out of memory, PGlite swallows the error and loops forever. Ending the worker lets the main thread
// restart it from the log.
function endWithTheDatabase(database: PGlite): void {
  const module = database.Module
  const once = module._PostgresMainLoopOnce.bind(module)
  module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      if (!isStatementFailure(error)) fail(error)
      throw error
    }
  }
}

function isStatementFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === STATEMENT_FAILED
}

function fail(error: unknown): never {
  const said = lines.findLast((line) => /PANIC|FATAL|ERROR/.test(line))
  say({ type: 'failed', reason: said ?? (error instanceof Error ? error.message : String(error)) })
  process.exit(1)
}

// Synchronous, so that no statement runs meanwhile and the copy is crash-consistent.
function snapshot(target: string): void {
  try {
    copy(deps.directory, target)
    say({ type: 'snapshotDone', failure: undefined })
  } catch (error) {
    say({ type: 'snapshotDone', failure: error instanceof Error ? error.message : String(error) })
  }
}

function copy(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 })
  for (const item of readdirSync(from, { withFileTypes: true })) {
    if (item.isDirectory()) copy(join(from, item.name), join(to, item.name))
    else copyFileSync(join(from, item.name), join(to, item.name), constants.COPYFILE_FICLONE)
  }
}

async function close(database: PGlite, server: Server): Promise<void> {
  server.close()
  await database.close()
  say({ type: 'closed' })
  process.exit(0)
}
