// A model server that is named but down when the product starts: it is awaited, and there soon after it answers.
import { createServer } from 'node:net'
import { contract } from '@polylogue/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../../test/model-server/index.ts'
import { testApp } from '../../../test/test-app.ts'

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

test(
  'appears within ten seconds of answering, and is told as awaited until then',
  { timeout: 30_000 },
  async () => {
    const port = await freePort()
    const app = await testApp({ engines: { openaiBaseUrl: `http://127.0.0.1:${port}` } })
    onTestFinished(() => app.close())
    const { client } = await app.given.user()
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
