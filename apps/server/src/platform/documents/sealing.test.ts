import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSealed } from './child.ts'

let folder: string
const heard: string[] = []
const server = createServer((request, response) => {
  heard.push(request.url ?? '')
  response.end('open')
})
const unix = createServer((_, response) => response.end('open'))
server.on('connection', () => heard.push('tcp'))
unix.on('connection', () => heard.push('unix'))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plg-sealed-'))
  await writeFile(join(folder, 'secret.key'), 'secret')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => unix.listen(join(folder, 'socket'), resolve))
})
afterAll(async () => {
  server.close()
  unix.close()
  await rm(folder, { recursive: true, force: true })
})

async function probe(open: boolean): Promise<Record<string, string>> {
  const child = await startSealed(700, new URL('./test/probe-child.ts', import.meta.url))
  const results = new Promise<Record<string, string>>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Record<string, string>))
    child.once('exit', (code) => reject(new Error(`the probe ended with ${code}`)))
  })
  child.send({
    port: (server.address() as AddressInfo).port,
    socket: join(folder, 'socket'),
    file: join(folder, 'secret.key'),
    folder,
    program: fileURLToPath(import.meta.url),
    parent: process.pid,
    open,
  })
  return results.finally(() => child.kill('SIGKILL'))
}

test('a document reader has no access to network, disk, environment and other processes', async () => {
  const { interfaces: _, ...results } = await probe(false)
  expect(Object.keys(results).length).toBeGreaterThan(15)
  for (const [attempt, result] of Object.entries(results))
    expect(`${attempt}: ${result}`).not.toContain(': done')
  expect(heard).toEqual([])
})

test('the data directory stays closed without the guards inside the program', async () => {
  const results = await probe(true)
  for (const attempt of ['the data directory', 'a file in it', 'writing', 'evaluation'])
    expect(`${attempt}: ${results[attempt]}`).not.toContain(': done')
})

const canUnshare = spawnSync('/usr/bin/unshare', ['--net', '--map-root-user', '--', '/bin/true']).status === 0
test.runIf(canUnshare)('a document reader has no network interface where this is possible', async () => {
  const results = await probe(true)
  for (const attempt of ['tcp', 'tcp by a socket', 'http', 'fetch', 'tls'])
    expect(`${attempt}: ${results[attempt]}`).not.toContain(': done')
  expect(results['interfaces']).toBe('')
})

test.runIf(process.platform === 'linux')('all threads of a reader run at a lower priority', async () => {
  const child = await startSealed(700, new URL('./test/probe-child.ts', import.meta.url))
  try {
    const threads = () => readdir(`/proc/${child.pid}/task`)
    await expect.poll(async () => (await threads()).length).toBeGreaterThan(5)
    for (const thread of await threads()) {
      const stat = await readFile(`/proc/${child.pid}/task/${thread}/stat`, 'utf8')
      expect(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]).toBe('10')
    }
  } finally {
    child.kill('SIGKILL')
  }
})
