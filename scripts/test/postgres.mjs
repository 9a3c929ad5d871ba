// A temporary PostgreSQL for one run: a free port on 127.0.0.1, a folder that is removed afterwards, and never as root,
// which PostgreSQL refuses. TEST_DATABASE_URL selects an existing one instead.
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runQuietly } from '../child.mjs'
import { canInstall, install } from './apt.mjs'
import { cannotRun } from './expected.mjs'

/** Runs `use(url)` with a PostgreSQL at `url`, and always stops it afterwards. */
export async function withPostgres(use) {
  if (process.env.TEST_DATABASE_URL) return use(process.env.TEST_DATABASE_URL)
  const binaries = await ensureBinaries()
  await installVectors(binaries)
  const server = await startServer(binaries)
  try {
    return await use(server.url)
  } finally {
    await server.stop()
  }
}

async function ensureBinaries() {
  const found = findBinaries()
  if (found) return found
  if (canInstall) {
    await install('postgresql')
    const installed = findBinaries()
    if (installed) return installed
  }
  throw cannotRun(
    'The tests on PostgreSQL need one: install it (Debian: apt-get install postgresql) ' +
      'or name an empty database in TEST_DATABASE_URL.',
  )
}

/** Returns the folder of initdb and postgres: the newest of Debian's, else the one in PATH. */
function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => `${debian}/${version}/bin`),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => existsSync(`${folder}/initdb`) && existsSync(`${folder}/postgres`))
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

async function startServer(binaries) {
  const folder = mkdtempSync(path.join(tmpdir(), 'polylogue-postgres-'))
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  const made = await runQuietly(
    `${binaries}/initdb`,
    ['-D', data, '-U', 'polylogue', '-A', 'trust', '-E', 'UTF8'],
    options,
  )
  if (made.code !== 0) throw new Error(`initdb failed:\n${made.output}`)
  const port = await freePort()
  // The data is temporary: durability is switched off.
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
  }
  Object.assign(settings, { synchronous_commit: 'off', full_page_writes: 'off' })
  const args = ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  const child = spawn(`${binaries}/postgres`, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const killAtExit = () => {
    child.kill('SIGQUIT')
    remove()
  }
  process.once('exit', killAtExit)
  await untilReady(child)
  return {
    url: `postgres://polylogue@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', killAtExit)
      child.kill('SIGINT')
      await ended
      remove()
    },
  }
}

function untilReady(child) {
  let log = ''
  child.stderr.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    child.once('error', reject)
    child.stderr.on('data', (text) => {
      log = (log + text).slice(-10_000)
      if (log.includes('ready to accept connections')) resolve()
    })
  })
}

/** Returns the user for the process when running as root: Debian's postgres, else nobody. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return { uid: Number(uid), gid: Number(gid) }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
