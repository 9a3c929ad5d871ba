// A process of its own that makes the data files of a new embedded database in an empty directory and ends. Making them
// takes about 800 MB, which the server would never give back.
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { startParams, WAL_SEGMENT_MB } from './settings.ts'

const [, , directory, parent] = process.argv
if (!directory || !parent) throw new Error('The directory or the server is missing.')

// Ends this process with the server that began it. A thread, because PostgreSQL keeps the main one busy: where it gives up, as
// when the next start clears away what this one makes, PGlite loops for ever.
new Worker(
  `setInterval(() => process.ppid === ${Number(parent)} || process.kill(process.pid, 'SIGKILL'), 200)`,
  { eval: true },
).unref()

const database = await PGlite.create({
  dataDir: directory,
  extensions: { vector },
  startParams: startParams(),
  initDbStartParams: [`--wal-segsize=${WAL_SEGMENT_MB}`],
})
await database.exec('CREATE EXTENSION IF NOT EXISTS vector')
await database.exec('CHECKPOINT')
await database.close()
sync(directory)
process.exit(0)

// PGlite's own file system does not; the caller renames the directory into place when this has ended.
function sync(path: string): void {
  for (const item of readdirSync(path, { withFileTypes: true })) {
    if (item.isDirectory()) sync(join(path, item.name))
    else syncOne(join(path, item.name))
  }
  syncOne(path)
}

function syncOne(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
