// A temporary PostgreSQL: a free port on 127.0.0.1, a folder that is removed afterwards, and never as root, which PostgreSQL
// refuses. For the step `postgres` of `npm test`, and for tests that stop and restart it.
import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface OwnPostgres extends AsyncDisposable {
  /** The address of its database `postgres`; the user may create others. */
  readonly url: string
  /** Stops the server as `pg_ctl stop -m` does; the data stays. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the same port; resolves when it accepts connections. */
  start(): Promise<void>
  /** Stops the server and removes its data. */
  remove(): Promise<void>
}

/** Returns the folder of initdb and postgres: the newest of Debian's, else the one in PATH. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => `${debian}/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => existsSync(`${folder}/initdb`) && existsSync(`${folder}/postgres`))
}

/**
 * Creates a PostgreSQL with the programs in `binaries` and starts it.
 * @param settings settings besides those for a server whose data is temporary
 */
export async function startPostgres(
  binaries: string,
  settings: Record<string, string> = {},
): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'polylogue-postgres-'))
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const options = { ...owner, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } }
  await make(`${binaries}/initdb`, data, options)
  const port = await freePort()
  // The data is temporary: durability is switched off.
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    ...settings,
  }
  const args = ['-D', data, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  let running: { child: ChildProcess; ended: Promise<unknown> } | undefined
  const start = async () => {
    const child = spawn(`${binaries}/postgres`, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    running = { child, ended: new Promise((resolve) => child.once('close', resolve)) }
    await untilReady(child)
  }
  const end = async (signal: NodeJS.Signals) => {
    running?.child.kill(signal)
    await running?.ended
    running = undefined
  }
  const removeData = () => rmSync(folder, { recursive: true, force: true })
  const killAtExit = () => {
    running?.child.kill('SIGQUIT')
    removeData()
  }
  process.once('exit', killAtExit)
  await start()
  const remove = async () => {
    process.off('exit', killAtExit)
    await end('SIGINT')
    removeData()
  }
  return {
    url: `postgres://polylogue@127.0.0.1:${port}/postgres`,
    stop: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    start,
    remove,
    [Symbol.asyncDispose]: remove,
  }
}

async function make(initdb: string, data: string, options: object): Promise<void> {
  const child = spawn(initdb, ['-D', data, '-U', 'polylogue', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`initdb failed:\n${said}`)
}

function untilReady(child: ChildProcess): Promise<void> {
  let log = ''
  child.stderr?.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    child.once('error', reject)
    child.stderr?.on('data', (text: string) => {
      log = (log + text).slice(-10_000)
      if (log.includes('ready to accept connections')) resolve()
    })
  })
}

/** Returns the user for the process when running as root: Debian's postgres, else nobody. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
