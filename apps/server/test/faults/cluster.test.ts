// Three servers on one PostgreSQL. It restarts and ends connections while they answer (FAULT-3); then they are replaced one after
// the other behind a proxy that asks `ready` (FAULT-2). No answer is lost. One file for both: the servers start once.
import { ApiProblem, ask, createClient, type Client } from '@polylogue/client'
import { API_ROOT, contract } from '@polylogue/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../full.ts'
import { model, startModelServer, type ModelServer } from '../model-server/index.ts'
import { findPostgres } from '../own-postgres.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { messagesHere } from './fixture.ts'
import { openProxy, type Proxy } from './proxy.ts'

const STREAMS = isFull ? 102 : 30
// A third of them only ends connections: ten restarts.
const FAULTS = isFull ? 15 : 3
// Answers outlast the ten seconds of a drain that cuts them.
const TOKENS = isFull ? 5_000 : 700
const LIMIT_MS = isFull ? 600_000 : 120_000
const slow = model('mock', { rate: 50, tokens: TOKENS })
const whole = Array.from({ length: TOKENS }, (_, index) => `${index} `).join('')

const binaries = findPostgres()

interface Heard {
  text: string
  queryId: number
  ends: string[]
}

// `npm test` installs PostgreSQL in its step `postgres`.
describe.skipIf(!binaries)('three servers on one PostgreSQL', () => {
  let modelServer: ModelServer
  let cluster: Cluster
  let proxy: Proxy
  beforeAll(async () => {
    modelServer = await startModelServer({ models: [slow, 'mock'] })
    const limits = { streamsPerUser: 1_000, waitingPerUser: 1_000 }
    cluster = await openCluster(binaries ?? '', modelServer, 3, {
      limits,
      logLevel: 'warn',
      shutdownGraceSeconds: 150,
    })
    proxy = await openProxy(() => cluster.products.map(({ url }) => url))
  })
  afterAll(async () => {
    proxy?.close()
    await cluster?.[Symbol.asyncDispose]()
    await modelServer?.close()
  })

  const healths = () =>
    Promise.all(cluster.products.map(async ({ url }) => (await fetch(`${url}${API_ROOT}/health`)).status))
  const allAre = (status: number) =>
    expect.poll(healths, { timeout: 30_000 }).toEqual([status, status, status])

  async function listen(client: Client, heard: Heard): Promise<void> {
    const payload = { projectTabId: cluster.anna.tabId, prompt: 'Count.' }
    for await (const { queryId, event } of ask(client, cluster.anna.tagId, payload)) {
      heard.queryId = queryId
      if (event.type === 'text') heard.text += event.text
      if (event.type === 'done' || event.type === 'error' || event.type === 'abort')
        heard.ends.push(event.type)
    }
  }

  const faults = [
    async () => {
      await cluster.postgres.stop('fast')
      await allAre(503)
      const refused = await fetch(`${cluster.products[1]?.url}${API_ROOT}/models`, {
        headers: { authorization: `Bearer ${cluster.anna.tokens.access_token}` },
      })
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      await cluster.postgres.start()
    },
    async () => {
      const client = new pg.Client({ connectionString: cluster.postgres.url })
      await client.connect()
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
      )
      await client.end()
    },
    async () => {
      await cluster.postgres.stop('immediate')
      await cluster.postgres.start()
    },
  ]

  test(
    `${STREAMS} answers survive ${FAULTS} restarts and ended connections of the database`,
    async () => {
      const heard = Array.from({ length: STREAMS }, (): Heard => ({ text: '', queryId: 0, ends: [] }))
      const clients = cluster.products.map(({ url }) => cluster.at(url))
      const streams = heard.map((one, index) => listen(clients[index % 3] as Client, one))
      for (let fault = 0; fault < FAULTS; fault++) {
        // Text arrives again after the fault before: the answers did not wait for the database.
        const before = heard.map(({ text }) => text.length)
        await expect
          .poll(() => heard.filter(({ text }, at) => text.length === before[at] && text !== whole), {
            timeout: 60_000,
          })
          .toEqual([])
        await faults[fault % faults.length]?.()
        await allAre(200)
      }
      await Promise.all(streams)
      expect(new Set(heard.flatMap(({ ends }) => ends))).toEqual(new Set(['done']))
      expect(heard.filter(({ text }) => text !== whole)).toEqual([])
      const stored = new Map((await messagesHere(cluster.anna)).map((message) => [message.id, message]))
      for (const { queryId } of heard)
        expect(stored.get(queryId)).toMatchObject({ state: 2, responseText: whole })
      for (const product of cluster.products) {
        expect(await Promise.race([product.ended, Promise.resolve('runs')])).toBe('runs')
        expect(product.output()).not.toMatch(/not handled|Unhandled/)
      }
    },
    LIMIT_MS,
  )

  test('afterwards an answer of one server is followed live through another', async () => {
    const [first, second] = cluster.products.map(({ url }) => cluster.at(url)) as [Client, Client]
    const heard: Heard = { text: '', queryId: 0, ends: [] }
    const asked = listen(first, heard)
    await expect.poll(() => heard.text.length).toBeGreaterThan(0)
    const stopped = await second.call(contract.answers.stop, { params: { id: heard.queryId } })
    expect(stopped.data.query).toMatchObject({ state: 4 })
    await asked
    expect(heard.ends).toEqual(['abort'])
  })

  const ready = async (url: string) => (await fetch(`${url}${API_ROOT}/ready`)).status

  test(
    'a rolling restart loses no answer, and readiness falls before anything else',
    { timeout: LIMIT_MS },
    async () => {
      const before = (await messagesHere(cluster.anna)).length
      const client = createClient({ baseUrl: proxy.url, token: () => cluster.anna.tokens.access_token })
      const ends: string[] = []
      const texts: string[] = []
      const running = new Set<Promise<void>>()
      let begun = 0
      const question = async () => {
        let text = ''
        const payload = { projectTabId: cluster.anna.tabId, prompt: 'Count.' }
        for await (const { event } of ask(client, cluster.anna.tagId, payload)) {
          if (event.type === 'text') {
            if (text === '' && event.text !== '') begun++
            text += event.text
          }
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
        await cluster.add()
        await expect.poll(() => proxy.isReady(cluster.products.at(-1)?.url ?? '')).toBe(true)
        // One that has nothing to answer ends at once. They are asked in turn, so each answers some of these.
        for (let count = 0; count < 6; count++) askOne()
        await expect.poll(() => begun).toBe(asked)
        stops.push(product.stop(LIMIT_MS))
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
      expect(stored.slice(before).map(({ state }) => state)).toEqual(Array(asked).fill(2))
    },
  )

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
