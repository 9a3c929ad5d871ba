// PostgreSQL restarts and ends connections under three servers that answer: no process ends and no answer is lost
// (FAULT-3).
import { ask, type Client } from '@polylogue/client'
import { API_ROOT, contract } from '@polylogue/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../full.ts'
import { model, startModelServer, type ModelServer } from '../model-server/index.ts'
import { findPostgres } from '../own-postgres.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { messagesHere } from './fixture.ts'

const STREAMS = isFull ? 102 : 30
// A third of them only ends connections: ten restarts.
const FAULTS = isFull ? 15 : 3
const TOKENS = isFull ? 5_000 : 600
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
  beforeAll(async () => {
    modelServer = await startModelServer({ models: [slow, 'mock'] })
    const limits = { streamsPerUser: 1_000, waitingPerUser: 1_000 }
    cluster = await openCluster(binaries ?? '', modelServer, 3, { limits, logLevel: 'warn' })
  })
  afterAll(async () => {
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
})
