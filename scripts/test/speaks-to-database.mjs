// Finds the test files that open a database of their own (test/db.ts), by their imports of test files, so that no list has
// to be maintained.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn } from '../check/files.mjs'
import { inRoot } from '../root.mjs'

const OPENER = inRoot('apps/server/test/db.ts')
const IMPORT = /\bfrom '([.#][^']+\.ts)'/g
// Product code only opens databases passed to it; only test files create one.
const isOfTests = (file) => /\.test\.ts$|\/test\//.test(file)

/** Returns the test files in these folders that use a database, as paths from the root. */
export function speaksToDatabase(folders) {
  const known = new Map()
  return filesIn(folders, (name) => name.endsWith('.test.ts')).filter((file) => opens(inRoot(file), known))
}

/** Returns the file that `#test/…`, `#…` (imports of apps/server/package.json) or a relative path names. */
function placeOf(name, from) {
  if (name.startsWith('#test/')) return inRoot('apps/server', name.slice(1))
  return name.startsWith('#')
    ? inRoot('apps/server/src', name.slice(1))
    : path.resolve(path.dirname(from), name)
}

function opens(file, known) {
  if (file === OPENER) return true
  if (!isOfTests(file) || !existsSync(file)) return false
  if (!known.has(file)) {
    known.set(file, false)
    const imported = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name]) => name)
    known.set(
      file,
      imported.some((name) => opens(placeOf(name, file), known)),
    )
  }
  return known.get(file)
}
