// A process of its own that makes the data files of a new embedded database in an empty directory and ends. Making them
// takes about 800 MB, which the server would never give back.
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { startParams, WAL_SEGMENT_MB } from './settings.ts'

const directory = process.argv[2]
if (!directory) throw new Error('The directory is missing.')

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
