// Tries from inside the child what a malicious document could try, and reports each result.
import dgram from 'node:dgram'
import dns from 'node:dns'
import type { EventEmitter } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import tls from 'node:tls'
import { loadReader } from '../formats/index.ts'
import { sealFiles, sealNetwork } from '../sealing.ts'

interface Targets {
  port: number
  socket: string
  file: string
  folder: string
  program: string
  parent: number
  /** Skips `sealing.ts`, to test the kernel's sandbox alone. */
  open?: boolean
}

type Attempt = (targets: Targets) => unknown

const settled = (emitter: unknown, event: string) =>
  new Promise((resolve, reject) => (emitter as EventEmitter).once(event, resolve).once('error', reject))

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  tcp: ({ port }) => settled(net.connect(port, '127.0.0.1'), 'connect'),
  'tcp by a socket': ({ port }) => settled(new net.Socket().connect(port, '127.0.0.1'), 'connect'),
  'unix socket': ({ socket }) => settled(net.connect(socket), 'connect'),
  tls: ({ port }) => settled(tls.connect(port, '127.0.0.1'), 'connect'),
  http: ({ port }) => settled(http.get(`http://127.0.0.1:${port}/`), 'response'),
  fetch: ({ port }) => globalThis.fetch(`http://127.0.0.1:${port}/`),
  listen: () => settled(new net.Server().listen(0), 'listening'),
  udp: ({ port }) => settled(dgram.createSocket('udp4').connect(port, '127.0.0.1'), 'connect'),
  'name by the system': () => dns.promises.lookup('localhost'),
  name: () => new dns.promises.Resolver().resolve4('example.org'),
  'built-in module': ({ port }) =>
    settled(process.getBuiltinModule('net').connect(port, '127.0.0.1'), 'connect'),
  'the data directory': ({ folder }) => readdirSync(folder),
  'a file in it': ({ file }) => readFileSync(file),
  'a file in it over the libraries': ({ file, folder }) => readFileSync(`${folder}/../${file}`),
  'the program': ({ program }) => readFileSync(program),
  writing: ({ folder }) => writeFileSync(`${folder}/written`, ''),
  'the parent': ({ parent }) => process.kill(parent, 0),
  evaluation: () => Reflect.construct(Function, ['return 1']) as unknown,
  environment: () => {
    if (Object.keys(process.env).length === 0) throw new Error('empty')
  },
}

// A connection may fail twice; only the first result counts.
process.on('uncaughtException', () => undefined)
process.once('message', (targets: Targets) => void probe(targets))

async function probe(targets: Targets): Promise<void> {
  if (!targets.open) {
    sealNetwork()
    await loadReader('application/pdf', false)
    sealFiles()
  }
  const results: Record<string, string> = {}
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    try {
      await attempt(targets)
      results[name] = 'done'
    } catch (error) {
      results[name] = error instanceof Error ? error.message : String(error)
    }
  }
  results['interfaces'] = Object.keys(os.networkInterfaces()).join()
  process.send?.(results)
}
