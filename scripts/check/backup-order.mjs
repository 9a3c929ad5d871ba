// A backup stores each table after those that it references. A circle of references that are not deferrable has no such
// order, and would stop every backup of an installation (apps/server/src/platform/backup/contents.ts).
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const FOLDER = 'apps/server/migrations'
const CONTENTS = 'apps/server/src/platform/backup/contents.ts'

const imported = (file) => import(pathToFileURL(file).href)

/**
 * Makes a database in memory with these migrations, and orders its tables as backups do.
 *
 * @returns how many tables a backup has, and why they have no order
 */
export async function backupOrder(texts = textsOf(filesIn([FOLDER], (name) => name.endsWith('.sql')))) {
  const { PGlite } = await imported(
    createRequire(inRoot('apps/server/package.json')).resolve('@electric-sql/pglite'),
  )
  const { tablesOf } = await imported(inRoot(CONTENTS))
  const db = await PGlite.create()
  try {
    for (const text of texts) await db.exec(text)
    return { seen: (await tablesOf(db)).length, problems: [] }
  } catch (error) {
    return { seen: texts.length, problems: [error instanceof Error ? error.message : String(error)] }
  } finally {
    await db.close()
  }
}

const textsOf = (files) => files.toSorted().map((file) => readFileSync(inRoot(file), 'utf8'))
