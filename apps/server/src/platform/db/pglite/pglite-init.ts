// A process that creates the data files of a new embedded database in an empty directory. A separate process, because it
// takes about 800 MB that the server would never free.
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { endWithParent } from '../../end-with-parent.ts'
import { startParams, WAL_SEGMENT_MB } from './settings.ts'

const [, , directory, parent] = process.argv
if (!directory || !parent) throw new Error('The directory or the server is missing.')

// PGlite loops forever when PostgreSQL fails, for example when the next start deletes these files.
endWithParent(Number(parent))

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

// PGlite's file system does not fsync; the caller renames the directory afterwards.
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
