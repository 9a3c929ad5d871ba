// Lets the product's commands reach the server that holds the embedded database: HTTP over a Unix socket in the data
// directory, accessible only to the server's user.
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Database } from '../db/index.ts'
import type { Log } from '../log.ts'

const NAME = 'control.sock'
/** Contains the socket's path when the one in the data directory is too long for the kernel. */
const ELSEWHERE = 'control.path'
const MAX_PATH = 107

const backupRequest = z.strictObject({ directory: z.string() })

export interface Control {
  close(): Promise<void>
}

/** Opens the control socket while this process holds the embedded database; PostgreSQL does not need it. */
export async function openControl(options: { dataDir: string; db: Database; log: Log }): Promise<Control> {
  const { dataDir, db, log } = options
  if (db.kind !== 'embedded') return { close: () => Promise.resolve() }
  let busy = false
  const server = createServer((incoming, response) => {
    const answer = async () => {
      if (incoming.method !== 'POST' || incoming.url !== '/snapshot') return end(response, 404, 'unknown')
      if (busy) return end(response, 409, 'Another backup is being begun. Try again.')
      busy = true
      try {
        await snapshot(options, await bodyOf(incoming))
        end(response, 200, '')
      } finally {
        busy = false
      }
    }
    answer().catch((error: unknown) => {
      log.error({ err: error }, 'a copy for a backup could not be made')
      end(response, 500, error instanceof Error ? error.message : String(error))
    })
  })
  const path = await placeOf(dataDir)
  // For its whole life: a later error must not end the process.
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(path, resolve))
  await chmod(path, 0o600)
  return {
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (dirname(path) === dataDir) return
      await rm(dirname(path), { recursive: true, force: true })
      await rm(join(dataDir, ELSEWHERE), { force: true })
    },
  }
}

/**
 * Asks the server that holds the embedded database of a data directory to copy its files into a new directory. Returns false
 * when no server answers.
 * @throws Error with the server's reason
 */
export async function askForSnapshot(dataDir: string, directory: string): Promise<boolean> {
  const socketPath = pathOf(dataDir)
  if (socketPath === undefined) return false
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, agent: false, method: 'POST', path: '/snapshot' }, (response) => {
      bodyOf(response).then((text) => {
        if (response.statusCode === 200) resolve(true)
        else reject(new Error(text))
      }, reject)
    })
    asking.on('error', (error: NodeJS.ErrnoException) => {
      // ENOENT: never opened, or closed cleanly. ECONNREFUSED: its process was killed.
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(false)
      else reject(error)
    })
    asking.end(JSON.stringify({ directory }))
  })
}

async function snapshot({ db, log }: { db: Database; log: Log }, body: string): Promise<void> {
  const { directory } = backupRequest.parse(JSON.parse(body))
  const began = performance.now()
  await db.snapshot(directory)
  log.info({ ms: Math.round(performance.now() - began) }, 'the database was copied for a backup')
}

async function placeOf(dataDir: string): Promise<string> {
  // An existing socket belongs to an ended process, because this one holds the lock on the directory.
  const inside = join(dataDir, NAME)
  await rm(inside, { force: true })
  await rm(join(dataDir, ELSEWHERE), { force: true })
  if (Buffer.byteLength(inside) <= MAX_PATH) return inside
  const path = join(await mkdtemp(join(tmpdir(), 'polylogue-')), NAME)
  await writeFile(join(dataDir, ELSEWHERE), path, { mode: 0o600 })
  return path
}

function pathOf(dataDir: string): string | undefined {
  const inside = join(dataDir, NAME)
  if (Buffer.byteLength(inside) <= MAX_PATH) return inside
  const elsewhere = join(dataDir, ELSEWHERE)
  return existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8') : undefined
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of message.setEncoding('utf8') as AsyncIterable<string>) text += piece
  return text
}

function end(response: ServerResponse, status: number, text: string): void {
  if (!response.headersSent) response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}
