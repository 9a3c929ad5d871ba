import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { model, startModelServer } from '../../../test/model-server/index.ts'
import { ask, numbers, outcomeOf, testOutbound, until, type Given } from './given.contract.ts'

export function around({ subject, server, engine }: Given): void {
  const { signal } = new AbortController()

  test('an engine that is down is unreachable within two seconds, and works when it is back', async () => {
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

  test('sends its key, and says when it is wrong', async () => {
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

  test('closing the engine ends its open answers', async () => {
    const own = subject.create(server().url, testOutbound())
    const answer = outcomeOf(own.chat(ask(model('mock', { endless: 1, rate: 100 }))))
    await until(() => server().stats().tokens > 3)
    await own.close()
    expect((await answer).error).toMatchObject({ code: 'broken-stream', partial: true })
  })

  test('a model that the engine does not have is not found', async () => {
    expect((await outcomeOf(engine().chat(ask('nobody')))).error).toMatchObject({ code: 'not-found' })
  })

  test('lists the models', async () => {
    const models = await engine().models(signal)
    const mock = models.find((entry) => entry.family === 'mock')
    expect(mock).toMatchObject({
      tag: 'latest',
      local: true,
      capabilities: { chat: true, embeddings: false },
    })
    expect(await outcomeOf(engine().chat(ask(mock?.name ?? '')))).toMatchObject({ text: numbers(20) })
  })

  test('drops models with hostile names, and those beyond a sane number', async () => {
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

  test('makes one vector per text, in order; or says that it makes none', async () => {
    if (!engine().can.embeddings) {
      const refused = expect(engine().embed('embed', ['a'], signal)).rejects
      return refused.toMatchObject({ code: 'bad-request', reason: 'it makes no vectors' })
    }
    const texts = Array.from({ length: 130 }, (_, i) => `text ${i}`)
    const vectors = await engine().embed('embed', texts, signal)
    const [single] = await engine().embed('embed', ['text 77'], signal)
    expect(vectors).toHaveLength(130)
    expect(vectors[77]).toEqual(single)
    expect(vectors[77]).not.toEqual(vectors[78])
    expect(await engine().embed('embed', [], signal)).toEqual([])
  })

  test('a call that is stopped throws the reason', async () => {
    const reason = new Error('stopped')
    await expect(engine().models(AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(engine().embed('embed', ['a'], AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(engine().health(AbortSignal.abort(reason))).rejects.toBe(reason)
  })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
