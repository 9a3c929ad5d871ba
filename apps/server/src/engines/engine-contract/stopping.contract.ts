import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { model } from '#test/model-server/index.ts'
import { ask, outcomeOf, until, type ContractSetup } from './setup.contract.ts'

export function stopping({ server, engine }: ContractSetup): void {
  test.each([
    ['before the response headers', { head: -1 }],
    ['before the first token', { first: 60_000 }],
    ['during the answer', { endless: 1, rate: 200 }],
  ])('aborting %s closes the connection at once and throws the reason', async (_when, settings) => {
    const stop = new AbortController()
    const answer = outcomeOf(engine().chat(ask(model('mock', settings), { signal: stop.signal })))
    await until(
      () => server().stats().open === 1 && (!('endless' in settings) || server().stats().tokens > 5),
    )
    const reason = new Error('stopped')
    const began = performance.now()
    stop.abort(reason)
    stop.abort(new Error('twice'))
    expect((await answer).error).toBe(reason)
    await until(() => server().stats().abandoned === 1)
    expect(performance.now() - began).toBeLessThan(500)
  })

  test('aborting before the call sends no request', async () => {
    const { error } = await outcomeOf(
      engine().chat(ask('mock', { signal: AbortSignal.abort(new Error('early')) })),
    )
    expect(error).toMatchObject({ message: 'early' })
    expect(server().stats().requests).toBe(0)
  })

  test('leaving the loop closes the connection', async () => {
    for await (const event of engine().chat(ask(model('mock', { endless: 1 }))))
      if (event.type === 'text') break
    await until(() => server().stats().abandoned === 1)
  })

  test('leaving the loop while waiting closes the connection', async () => {
    for await (const event of engine().chat(ask(model('mock', { stall: -1 }))))
      if (event.type === 'status') break
    await until(() => server().stats().abandoned === 1)
  })

  test('a slow reader slows the engine down and causes no timeout', async () => {
    const answer = engine().chat(ask(model('mock', { endless: 1 }), { idleTimeoutMs: 200 }))
    const iterator = answer[Symbol.asyncIterator]()
    // Reads a few pieces first, so that the idle limit applies.
    for (let pieces = 0; pieces < 3;) {
      const next = await iterator.next()
      if (next.value?.type === 'text') pieces++
    }
    let seen = -1
    // Waits until nothing was sent for longer than the idle limit.
    while (seen !== server().stats().tokens) {
      seen = server().stats().tokens
      await delay(250)
    }
    expect(seen).toBeLessThan(200_000)
    expect((await iterator.next()).done).toBe(false)
    await iterator.return?.()
  })
}
