// A model server that is down when the product starts: it is polled, and its models appear soon after it responds.
import { createServer, type AddressInfo, type Server } from 'node:net'
import { contract } from '@polylogue/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '#test/model-server/index.ts'
import { testApp } from '#test/test-app.ts'

/** Returns a port that nothing listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = new URL(addressOf(probe))
  await new Promise((resolve) => probe.close(resolve))
  return Number(port)
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test(
  'a late provider’s models appear within ten seconds; until then it is listed as awaited',
  { timeout: 30_000 },
  async () => {
    const port = await freePort()
    const app = await testApp({ engines: { openaiBaseUrl: `http://127.0.0.1:${port}` } })
    onTestFinished(() => app.close())
    const { client } = await app.deps.user()
    const awaited = async () => (await client.call(contract.models.awaited)).data.Awaited
    const names = async () => (await client.call(contract.models.list)).data.Models.map(({ name }) => name)
    expect(await awaited()).toEqual(['Model server'])
    expect(await names()).toEqual(['Guide'])
    const server = await startModelServer({ port, models: ['late'] })
    onTestFinished(() => server.close())
    const began = performance.now()
    await expect.poll(names, { timeout: 12_000, interval: 100 }).toContain('late')
    expect(performance.now() - began).toBeLessThan(10_000)
    await expect.poll(awaited).toEqual([])
    expect(app.logged().match(/did not tell its models/g)).toHaveLength(1)
  },
)

test('a late provider’s models appear even if another provider’s host never answers', async () => {
  const swallowing = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await new Promise((resolve) => swallowing.once('listening', resolve))
  onTestFinished(() => void swallowing.close())
  const port = await freePort()
  const app = await testApp({
    engines: { openaiBaseUrl: `http://127.0.0.1:${port}` },
    file: { providers: [{ name: 'Silent', kind: 'openai', addresses: [addressOf(swallowing)] }] },
  })
  onTestFinished(() => app.close())
  const { client } = await app.deps.user()
  const server = await startModelServer({ port, models: ['late'] })
  onTestFinished(() => server.close())
  const began = performance.now()
  const names = async () => (await client.call(contract.models.list)).data.Models.map(({ name }) => name)
  await expect.poll(names, { timeout: 12_000, interval: 100 }).toContain('late')
  expect(performance.now() - began).toBeLessThan(10_000)
}, 60_000)

test('a provider that refuses the API key is not awaited and reports ENGINE_AUTH', async () => {
  const locked = await startModelServer({ models: ['locked'], apiKey: 'the-right-one' })
  onTestFinished(() => locked.close())
  const app = await testApp({ engines: { openaiBaseUrl: locked.url, openaiApiKey: 'a-wrong-one' } })
  onTestFinished(() => app.close())
  const { client } = await app.deps.user({ roleId: 1 })
  const hosts = async () => (await client.call(contract.providers.list)).data.Providers.at(-1)?.hosts
  await expect.poll(hosts).toMatchObject([{ ok: false, errorCode: 'ENGINE_AUTH' }])
  expect((await client.call(contract.models.awaited)).data.Awaited).toEqual([])
})
