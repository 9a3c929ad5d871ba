// The PostgreSQL of one run: a temporary one, or an existing one that TEST_DATABASE_URL selects.
import { existsSync } from 'node:fs'
import { findPostgres, startPostgres } from '../../apps/server/test/own-postgres.ts'
import { runQuietly } from '../child.mjs'
import { canInstall, install } from './apt.mjs'
import { cannotRun } from './expected.mjs'

/** Runs `use(url)` with a PostgreSQL at `url`, and always stops it afterwards. */
export async function withPostgres(use) {
  if (process.env.TEST_DATABASE_URL) return use(process.env.TEST_DATABASE_URL)
  const binaries = await ensureBinaries()
  await installVectors(binaries)
  const server = await startPostgres(binaries)
  try {
    return await use(server.url)
  } finally {
    await server.remove()
  }
}

async function ensureBinaries() {
  const found = findPostgres()
  if (found) return found
  if (canInstall) {
    await install('postgresql')
    const installed = findPostgres()
    if (installed) return installed
  }
  throw cannotRun(
    'The tests on PostgreSQL need one: install it (Debian: apt-get install postgresql) ' +
      'or name an empty database in TEST_DATABASE_URL.',
  )
}

// Vector search is tested where Debian has the extension for this version; otherwise the suite tests the fallback to
// full-text search.
async function installVectors(binaries) {
  const version = /\/postgresql\/(\d+)\//.exec(binaries)?.[1]
  if (!version || !canInstall || existsSync(`/usr/share/postgresql/${version}/extension/vector.control`))
    return
  const name = `postgresql-${version}-pgvector`
  const { output } = await runQuietly('apt-cache', ['policy', name])
  if (/Candidate: \d/.test(output)) await install(name)
}
