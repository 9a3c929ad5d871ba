// Three servers behind a proxy that asks `ready` are replaced one after the other: no answer is lost (FAULT-2).
import { createClient, ApiProblem, ask } from '@polylogue/client'
import { API_ROOT } from '@polylogue/contract'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../full.ts'
import { model, startModelServer, type ModelServer } from '../model-server/index.ts'
import { findPostgres } from '../own-postgres.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { messagesHere } from './fixture.ts'

// Answers that outlast the ten seconds of a drain that cuts them.
const TOKENS = isFull ? 3_000 : 700
const slow = model('mock', { rate: 50, tokens: TOKENS })
const whole = Array.from({ length: TOKENS }, (_, index) => `${index} `).join('')
const binaries = findPostgres()

interface Proxy {
  readonly url: string
  /** Whether a server is asked to answer new requests. */
  isReady(url: string): boolean
  close(): void
}

/** Sends each request to the next server that is ready. */
async function openProxy(servers: () => readonly string[]): Promise<Proxy> {
  const ready = new Set<string>()
  const look = async (url: string) => {
    const response = await fetch(`${url}${API_ROOT}/ready`).catch(() => undefined)
    if (response?.status === 200) ready.add(url)
    else ready.delete(url)
    await response?.body?.cancel()
  }
  const timer = setInterval(() => void Promise.all(servers().map(look)), 100)
  let turn = 0
  const forward = (from: IncomingMessage, body: Buffer, to: ServerResponse, triesLeft: number) => {
    const chosen = [...ready][turn++ % ready.size]
    if (!chosen) return void to.writeHead(503).end()
    const { method, headers } = from
    const passed = request(`${chosen}${from.url}`, { method, headers, agent: false }, (answer) => {
      // As proxies do it: a refused request goes to another server.
      if (answer.statusCode === 503 && triesLeft > 0) {
        ready.delete(chosen)
        answer.resume()
        return forward(from, body, to, triesLeft - 1)
      }
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => to.destroy()).pipe(to)
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      ready.delete(chosen)
      if (error.code === 'ECONNREFUSED' && triesLeft > 0) forward(from, body, to, triesLeft - 1)
      else to.destroy()
    })
    to.on('close', () => passed.destroy())
    passed.end(body)
  }
  const server = createServer((from, to) => {
    const pieces: Buffer[] = []
    from.on('data', (piece: Buffer) => pieces.push(piece))
    from.on('end', () => forward(from, Buffer.concat(pieces), to, 5))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (url) => ready.has(url),
    close() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.skipIf(!binaries)('three servers behind a proxy', () => {
  let modelServer: ModelServer
  let cluster: Cluster
  let proxy: Proxy
  beforeAll(async () => {
    modelServer = await startModelServer({ models: [slow, 'mock'] })
    const limits = { streamsPerUser: 1_000, waitingPerUser: 1_000 }
    cluster = await openCluster(binaries ?? '', modelServer, 3, {
      limits,
      logLevel: 'warn',
      shutdownGraceSeconds: 90,
    })
    proxy = await openProxy(() => cluster.products.map(({ url }) => url))
  })
  afterAll(async () => {
    proxy?.close()
    await cluster?.[Symbol.asyncDispose]()
    await modelServer?.close()
  })

  const ready = async (url: string) => (await fetch(`${url}${API_ROOT}/ready`)).status

  test('a rolling restart loses no answer, and readiness falls before anything else', async () => {
    const client = createClient({ baseUrl: proxy.url, token: () => cluster.anna.tokens.access_token })
    const ends: string[] = []
    const texts: string[] = []
    const running = new Set<Promise<void>>()
    const question = async () => {
      let text = ''
      const payload = { projectTabId: cluster.anna.tabId, prompt: 'Count.' }
      for await (const { event } of ask(client, cluster.anna.tagId, payload)) {
        if (event.type === 'text') text += event.text
        if (event.type === 'done' || event.type === 'error' || event.type === 'abort') ends.push(event.type)
      }
      texts.push(text)
    }
    let asked = 0
    const askOne = () => {
      asked++
      const one = question().finally(() => running.delete(one))
      running.add(one)
    }
    const old = [...cluster.products]
    const stops: Promise<number | undefined>[] = []
    await expect.poll(() => old.every(({ url }) => proxy.isReady(url))).toBe(true)
    for (const product of old) {
      for (let count = 0; count < 6; count++) askOne()
      await cluster.add()
      await expect.poll(() => proxy.isReady(cluster.products.at(-1)?.url ?? '')).toBe(true)
      stops.push(product.stop(120_000))
      await expect.poll(() => ready(product.url)).toBe(503)
      expect((await fetch(`${product.url}${API_ROOT}/health`)).status).toBe(200)
      const refused = createClient({ baseUrl: product.url, token: () => cluster.anna.tokens.access_token })
      const payload = { projectTabId: cluster.anna.tabId, prompt: 'Too late.' }
      const problem = await ask(refused, cluster.anna.tagId, payload)
        .next()
        .catch((error: unknown) => error)
      expect(problem).toBeInstanceOf(ApiProblem)
      expect(problem).toMatchObject({ code: 'SHUTTING_DOWN', retryAfter: 5 })
    }
    await Promise.all(running)
    expect(await Promise.all(stops)).toEqual([0, 0, 0])
    expect(ends).toEqual(Array(asked).fill('done'))
    expect(texts.filter((text) => text !== whole)).toEqual([])
    const stored = await messagesHere({ ...cluster.anna, client })
    expect(stored.map(({ state }) => state)).toEqual(Array(asked).fill(2))
  })

  test('a second signal ends running answers at once, with their text', async () => {
    const last = await cluster.add()
    const client = cluster.at(last.url)
    const payload = { projectTabId: cluster.anna.tabId, prompt: 'Count.' }
    let text = ''
    let end: string | undefined
    for await (const { event } of ask(client, cluster.anna.tagId, payload)) {
      if (event.type === 'text') text += event.text
      if (event.type === 'error') end = event.errorCode
      // Signals within two seconds of the first are the same one.
      if (text.length > 40) process.kill(last.pid, 'SIGTERM')
    }
    expect(end).toBe('INTERRUPTED')
    expect(whole.startsWith(text) && text !== whole).toBe(true)
    expect(await last.ended).toBe(0)
  })
})
