// Runs the built product as users do: a separate process, observed only from outside. For browser tests and for tests
// that kill it.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, cpSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const start = path.join(import.meta.dirname, '../dist/start.js')
// A first start creates the database, which takes long on a busy machine.
const startLimitMs = 90_000
const stopLimitMs = 20_000
/** Models are asked only what a test asks. */
const QUIET = { POLYLOGUE_CHAT_TITLES: 'off' }
/** Later than the server takes a second signal for the first. */
const AGAIN_MS = 2_500

export interface ProductOptions {
  /** Additional environment variables; the caller's own are not passed on. */
  env?: Record<string, string>
  /** The data directory of an earlier run, or an empty one for a real first start; default: a new one. */
  dataDir?: string
  /** The data directory to copy for a new one; default: TEST_PRODUCT_DATABASE. */
  template?: string | undefined
  /** The port of an earlier run; default: a free one. */
  port?: number
  /** Command-line arguments of the product. */
  args?: string[]
  /** The start file of another installation; default: the built one. */
  program?: string
}

export interface Product extends AsyncDisposable {
  /** Base address without a trailing slash. */
  url: string
  /** One-time address that creates the first user; undefined if a user exists. */
  setUpUrl: string | undefined
  dataDir: string
  port: number
  pid: number
  /** Output so far, stdout and stderr. */
  output(): string
  /** Resolves with the exit code when the process has exited, undefined after a signal. */
  ended: Promise<number | undefined>
  /** Sends SIGTERM and resolves with the exit code; kills the process if it does not stop in time. */
  stop(limitMs?: number): Promise<number | undefined>
  /** Kills the process (SIGKILL), as a crash would. The data directory stays. */
  kill(): Promise<void>
}

/**
 * Starts the built server and resolves when it responds. A new data directory is a copy of `template` or of
 * TEST_PRODUCT_DATABASE (a database without rows, as in browser tests) if set, else empty. Rejects with the output if the
 * process exits first or takes longer than 90 s. `stop` and `kill` keep the data directory for a second start; `await using`
 * stops and removes it.
 */
export async function startProduct({
  env = {},
  dataDir,
  template,
  port,
  args = [],
  program = start,
}: ProductOptions = {}): Promise<Product> {
  if (!existsSync(program)) throw new Error(`${program} is not built: npm run build`)
  const place = dataDir ?? (await newDataDir(template))
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited(),
      HOST: '127.0.0.1',
      PORT: String(port ?? 0),
      POLYLOGUE_DATA_DIR: place,
      ...QUIET,
      ...env,
    },
  })
  const output = collect(child)
  const ended = new Promise<number | undefined>((resolve) =>
    child.once('close', (code) => resolve(code ?? undefined)),
  )
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  void ended.then(() => process.off('exit', killAtExit))
  const url = await untilReady(output, ended, () => child.kill('SIGKILL'))
  const stop = (limitMs?: number) => endWith(child, 'SIGTERM', ended, limitMs)
  return {
    url,
    setUpUrl: /^Set it up here, once: (\S+)/m.exec(output.text())?.[1],
    dataDir: place,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    output: output.text,
    ended,
    stop,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async [Symbol.asyncDispose]() {
      // Nobody needs the running answers: a second signal ends them.
      const again = setTimeout(() => child.kill('SIGTERM'), AGAIN_MS)
      await stop()
      clearTimeout(again)
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** Creates a data directory as `startProduct` does, for what is to be there before the start. */
export async function newDataDir(template = process.env['TEST_PRODUCT_DATABASE']): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), 'polylogue-product-'))
  if (template) cpSync(template, place, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return place
}

// Keys and addresses in this machine's environment must not reach a test's product.
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

interface Output {
  text(): string
  /** Calls back now and after all further output. */
  onText(look: () => void): void
}

function collect(child: ChildProcess): Output {
  let text = ''
  const lookers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      for (const look of lookers) look()
    })
  }
  return {
    text: () => text,
    onText(look) {
      lookers.add(look)
      look()
    },
  }
}

async function untilReady(
  output: Output,
  ended: Promise<number | undefined>,
  kill: () => void,
): Promise<string> {
  const timer = Promise.withResolvers<never>()
  const late = setTimeout(() => {
    kill()
    timer.reject(new Error(`The product was not ready after ${startLimitMs} ms:\n${output.text()}`))
  }, startLimitMs)
  const printed = new Promise<string>((resolve) => {
    output.onText(() => {
      const address = /is ready at (http:\/\/\S+)/.exec(output.text())?.[1]
      if (address) resolve(address.replace(/\/$/, ''))
    })
  })
  const failed = ended.then((code) => {
    throw new Error(`The product ended with ${code ?? 'a signal'} before it was ready:\n${output.text()}`)
  })
  failed.catch(() => {})
  try {
    const url = await Promise.race([printed, failed, timer.promise])
    const health = await fetch(`${url}/api/v1/health`)
    if (!health.ok)
      throw new Error(`The product says it is ready and answers ${health.status}:\n${output.text()}`)
    return url
  } finally {
    clearTimeout(late)
  }
}

async function endWith(
  child: ChildProcess,
  signal: NodeJS.Signals,
  ended: Promise<number | undefined>,
  limitMs = stopLimitMs,
) {
  const late = setTimeout(() => child.kill('SIGKILL'), limitMs)
  child.kill(signal)
  try {
    return await ended
  } finally {
    clearTimeout(late)
  }
}
