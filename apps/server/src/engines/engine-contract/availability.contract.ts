import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startModelServer } from '#test/model-server/index.ts'
import { ask, numbers, outcomeOf, testOutbound, type ContractSetup } from './setup.contract.ts'

export function availability({ subject }: ContractSetup): void {
  const { signal } = new AbortController()

  test('reports an engine that is down as unreachable within two seconds, and works when it is back', async () => {
    const port = await freePort()
    const own = subject.create(`http://127.0.0.1:${port}`, testOutbound())
    const began = performance.now()
    expect((await outcomeOf(own.chat(ask('mock')))).error).toMatchObject({
      code: 'unreachable',
      partial: false,
    })
    expect(await own.health(signal)).toMatchObject({ ok: false, error: { code: 'unreachable' } })
    expect(performance.now() - began).toBeLessThan(2_000)
    const back = await startModelServer({ port })
    expect(await own.health(signal)).toMatchObject({ ok: true })
    expect(await outcomeOf(own.chat(ask('mock')))).toMatchObject({ text: numbers(20) })
    await own.close()
    await back.close()
  })

  test('sends the API key, and reports a wrong one', async () => {
    const own = await startModelServer({ apiKey: 'right' })
    const right = subject.create(own.url, testOutbound(), { apiKey: 'right' })
    const wrong = subject.create(own.url, testOutbound(), { apiKey: 'wrong' })
    expect(await outcomeOf(right.chat(ask('mock')))).toMatchObject({ text: numbers(20) })
    expect((await outcomeOf(wrong.chat(ask('mock')))).error).toMatchObject({
      code: 'auth',
      reason: undefined,
    })
    expect(await wrong.health(signal)).toMatchObject({ ok: false, error: { code: 'auth' } })
    await Promise.all([right.close(), wrong.close(), own.close()])
  })

  test('drops models with hostile names, and those beyond the first 500', async () => {
    const names = [
      'fine',
      'two\nlines',
      'x'.repeat(5_000),
      '',
      'bell\u0007',
      '<img src=x>',
      ...Array.from({ length: 600 }, (_, i) => `m${i}`),
    ]
    const entries = [...names.map((name) => ({ id: name, name })), { id: 7, name: 7 }, null, 'text']
    const own = await startModelServer({ openaiModels: entries, ollamaModels: entries })
    const other = subject.create(own.url, testOutbound())
    const models = await other.models(signal)
    expect(models.slice(0, 2).map((entry) => entry.name)).toEqual(['fine', '<img src=x>'])
    expect(models).toHaveLength(500)
    await Promise.all([other.close(), own.close()])
  })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
