// The embedded database in a thread of its own, so that a slow query holds up nobody but the next query. It answers
// PostgreSQL's protocol on a Unix socket. It runs no statement by itself: the one session belongs to the one connection
// of the main thread, which also looks after the database.
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { collectGarbage } from '../../memory.ts'
import { DurableFs } from './durable-fs.ts'
import type { FromWorker, ToWorker, WorkerGiven } from './messages.ts'
import { startParams } from './settings.ts'

// How PGlite leaves a statement that failed; everything else that is thrown there is the end of the database.
const STATEMENT_FAILED = 100
const LAST_LINES = 20
const GARBAGE_BYTES = 32_000_000

const given = workerData as WorkerGiven
const port = parentPort
if (!port) throw new Error('This file is run as a worker.')
const say = (message: FromWorker) => port.postMessage(message)

const lines: string[] = []
const fs = new DurableFs(given.directory, given.reserve, {
  walGrew: () => say({ type: 'stats', stats: stats() }),
  walFull: () => say({ type: 'walFull' }),
})
const garbage = openGarbage()
const stats = () => ({ fsyncs: fs.fsyncs, walBytes: fs.walBytes })

try {
  const database = await open()
  endWithTheDatabase(database)
  rmSync(given.socket, { force: true })
  // One pooled connection, and room for its successor while it is being closed.
  const server = new PGLiteSocketServer({ db: database, path: given.socket, maxConnections: 4 })
  await server.start()
  port.on('message', (message: ToWorker) => {
    if (message.type === 'ping') {
      say({ type: 'pong', stats: stats() })
      garbage.look()
    } else if (message.type === 'snapshot') snapshot(message.target)
    else void close(database, server)
  })
  say({ type: 'ready' })
} catch (error) {
  fail(error)
}

/** Frees what large statements leave outside the heap: V8 by itself leaves it there until the next large one. */
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

// When PostgreSQL gives up (PANIC, FATAL, out of memory), PGlite swallows it and loops for ever. Ending the worker at
// once lets the main thread start it anew from the log.
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

// All at once, without a turn of the event loop: no statement runs meanwhile, so the copy is what a crash would leave.
function snapshot(target: string): void {
  try {
    copy(given.directory, target)
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

async function close(database: PGlite, server: PGLiteSocketServer): Promise<void> {
  await server.stop()
  await database.close()
  say({ type: 'closed' })
  process.exit(0)
}
