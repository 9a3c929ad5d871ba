// Finding model servers on this machine: permissions, addresses, timeouts, and hostile local servers (OUTBOUND-*, LIMIT-1).
import { contract } from '@polylogue/contract'
import { createServer, type Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { configFileSchema } from '#config-file.ts'

let app: TestApp
let root: TestUser
let ollama: ModelServer
let unlisted: ModelServer
/** Supports only OpenAI's API. */
let openai: Server
/** Another local server: its responses by path, set by the tests that need them. */
let neighbour: Server
let answer: (path: string) => { status?: number; headers?: Record<string, string>; body: string }
/** Accepts a connection and never answers. */
let silent: SocketServer
/** Sends an endless body. */
let endless: Server

const urlOf = (server: Server | SocketServer) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const listening = <One extends Server | SocketServer>(server: One) =>
  new Promise<One>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
const find = async (who: TestUser) => (await who.client.call(contract.providers.find)).data.servers

const sockets = new Set<{ destroy(): void }>()

beforeAll(async () => {
  ollama = await startModelServer({ models: ['mock', 'second'] })
  unlisted = await startModelServer({ models: ['mock'] })
  openai = await listening(
    createServer(({ url }, res) => {
      if (url !== '/v1/models') res.statusCode = 404
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify(url === '/v1/models' ? { data: [{ id: 'qwen', object: 'model' }] } : {}))
    }),
  )
  answer = () => ({ body: '<html>' })
  neighbour = await listening(
    createServer((req, res) => {
      const { status = 200, headers = {}, body } = answer(req.url ?? '')
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }),
  )
  silent = await listening(
    createSocketServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }),
  )
  endless = await listening(
    createServer((_, res) => {
      res.on('error', () => undefined)
      const more = () => {
        while (!res.destroyed && res.write(' '.repeat(65_536)));
        if (!res.destroyed) res.once('drain', more)
      }
      more()
    }),
  )
  // Nothing listens at port 1.
  const localServers = [...[openai, neighbour].map(urlOf), ollama.url, 'http://127.0.0.1:1']
  app = await testApp({ file: { localServers } })
  root = await app.deps.user({ roleId: 1 })
})
afterAll(async () => {
  await app.close()
  for (const socket of sockets) socket.destroy()
  for (const server of [openai, neighbour, endless]) server.closeAllConnections()
  for (const server of [openai, neighbour, endless, silent]) server.close()
  await Promise.all([ollama.close(), unlisted.close()])
})

test('servers of both APIs are found, in the order of the configuration', async () => {
  expect(await find(root)).toEqual([
    { address: urlOf(openai), kind: 'openai', version: null, models: ['qwen'], connected: false },
    {
      address: ollama.url,
      kind: 'ollama',
      version: '0.0.0-scripted',
      models: ['mock:latest', 'second:latest'],
      connected: false,
    },
  ])
})

test('silent and endless servers do not hide others; concurrent searches do not overlap', async () => {
  await using slow = await testApp({ file: { localServers: [...[silent, endless].map(urlOf), ollama.url] } })
  const owner = await slow.deps.user({ roleId: 1 })
  const began = performance.now()
  expect((await find(owner)).map(({ address }) => address)).toEqual([ollama.url])
  expect(performance.now() - began).toBeLessThan(6_000)
  ollama.reset()
  const flooded = performance.now()
  const all = await Promise.all(Array.from({ length: 60 }, () => find(owner)))
  expect(all.every(({ length }) => length === 1)).toBe(true)
  // A slow machine may need more than two seconds to send the calls; no two searches may overlap.
  const looks = Math.floor((performance.now() - flooded + 50) / 2_000)
  expect(ollama.stats().byPath['GET /api/version']).toBeLessThanOrEqual(looks)
})

test('connected servers are marked; name and location are derived from the address', async () => {
  const body = { kind: 'ollama' as const, addresses: [ollama.url] }
  const { provider } = (await root.client.call(contract.providers.create, { body })).data
  expect(provider).toMatchObject({ name: 'Ollama', isLocal: true, numModels: 2 })
  expect((await find(root)).map(({ connected }) => connected)).toEqual([false, true])
  const far = { kind: 'openai' as const, addresses: ['https://models.example.org/v1'] }
  const outside = (await root.client.call(contract.providers.create, { body: far })).data.provider
  expect(outside).toMatchObject({ name: 'models.example.org', isLocal: false })
  for (const { id } of [provider, outside])
    await root.client.call(contract.providers.remove, { params: { id } })
})

test('only the super user can search for servers and see the first steps', async () => {
  ollama.reset()
  for (const roleId of [3, 8, 4, 6]) {
    const other = await app.deps.user({ roleId })
    for (const call of [contract.providers.find, contract.firstSteps.get])
      await expect(other.client.call(call)).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
  }
  for (const call of [contract.providers.find, contract.firstSteps.get])
    await expect(app.nobody.call(call)).rejects.toMatchObject({ status: 401 })
  expect(ollama.stats().requests).toBe(0)
})

test('an address in the request is not contacted', async () => {
  const headers = { authorization: `Bearer ${root.token}`, 'x-requested-with': 'XMLHttpRequest' }
  const query = new URLSearchParams({ address: unlisted.url, baseUrl: unlisted.url, host: unlisted.url })
  const addresses = [unlisted.url]
  const reply = await fetch(`${app.url}/api/v1/providers/find?${query.toString()}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-host': unlisted.url },
    body: JSON.stringify({ addresses, localServers: addresses, baseUrl: unlisted.url, proxy: unlisted.url }),
  })
  expect(await reply.text()).not.toContain(unlisted.url)
  expect(unlisted.stats().connections).toBe(0)
})

describe('a hostile local server', () => {
  const found = async () => (await find(root)).find(({ address }) => address === urlOf(neighbour))

  test('cannot redirect the search', async () => {
    unlisted.reset()
    answer = (path) => ({ status: 307, headers: { location: unlisted.url + path }, body: '' })
    expect(await found()).toBeUndefined()
    expect(unlisted.stats().connections).toBe(0)
  })

  test.each([
    ['an HTML page', '<!doctype html><p>Hello'],
    ['no model list', '{"data":"x","models":7,"version":"1"}'],
    ['an empty body', ''],
    ['deeply nested JSON', '['.repeat(200_000)],
  ])('that sends %s offers no models', async (_, body) => {
    answer = () => ({ body })
    expect((await found())?.models ?? []).toEqual([])
  })

  test('has at most 100 model names listed', async () => {
    const names = Array.from({ length: 5_000 }, (_, n) => `model-${n}-${'x'.repeat(100)}`)
    answer = (path) =>
      path === '/v1/models'
        ? { body: JSON.stringify({ data: [...names, ...names].map((id) => ({ id })) }) }
        : { status: 404, body: '{}' }
    expect((await found())?.models).toHaveLength(100)
  })

  test('receives no key, cookie or token', async () => {
    const seen: string[] = []
    const listen = ({ rawHeaders }: { rawHeaders: string[] }) => seen.push(rawHeaders.join(' '))
    neighbour.on('request', listen)
    answer = () => ({ status: 404, body: '{}' })
    await found()
    neighbour.off('request', listen)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.join('\n')).not.toMatch(/authorization|cookie|x-api-key/i)
    expect(seen.join('\n')).not.toContain(root.token)
  })
})

test.each([
  'http://10.0.0.1:11434',
  'http://169.254.169.254',
  'http://0.0.0.0:11434',
  'http://localhost:11434',
  'http://127.0.0.1.nip.io:11434',
  'http://[::ffff:127.0.0.1]:11434',
  'http://a@127.0.0.1:11434',
  'http://127.0.0.1:11434/path',
  'http://127.0.0.1:11434/?q',
  'ftp://127.0.0.1',
  '127.0.0.1:11434',
])('%s is not an address of this machine', (address) => {
  expect(configFileSchema.safeParse({ localServers: [address] }).success).toBe(false)
})

test('addresses of this machine are normalised', () => {
  const { localServers } = configFileSchema.parse({ localServers: ['http://127.1:80/', 'http://[::1]:8080'] })
  expect(localServers).toEqual(['http://127.0.0.1', 'http://[::1]:8080'])
  expect(configFileSchema.parse({}).localServers).toContain('http://127.0.0.1:11434')
})
