import { describe, expect, test } from 'vitest'
import { ask, numbers, outcomeOf, until } from './engine.contract.ts'
import { chats, fixtures } from './test/hosts.ts'

const { signal } = new AbortController()
const { fixture } = fixtures()

describe('failover', () => {
  test.each([
    ['is busy', { status: 503 }],
    ['limits the rate', { status: 429, retry: 3_600 }],
    ['is silent before the first chunk', { stall: -1 }],
    ['hangs up after the response headers', { cut: -1 }],
    ['hangs up before the response headers', { cut: -2 }],
    [
      'reports a crash before the first chunk',
      { errorAt: -1, message: 'llama runner process has terminated' },
    ],
  ])('another host answers when the first one %s', async (_how, settings) => {
    const { hosts, servers } = await fixture({ settings }, {})
    const request = ask('mock', { firstTokenTimeoutMs: 300, options: { tfs_z: 1 } })
    const { text, error, events } = await outcomeOf(hosts.chat(request))
    expect([text, error]).toEqual([numbers(20), undefined])
    expect(servers.map(chats)).toEqual([1, 1])
    expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(1)
  })

  test('passes on what the host which answers says of its answer', async () => {
    const raw = `${JSON.stringify({ message: { content: '', images: ['iVBOR'] }, done: true })}\n`
    const { hosts } = await fixture({ settings: { status: 503 } }, { settings: { raw } })
    const { events } = await outcomeOf(hosts.chat(ask('mock')))
    expect(events).toContainEqual({ type: 'notice', code: 'PICTURES_LEFT_OUT', params: {} })
  })

  test.each([
    ['breaks off', { cut: 5 }, 'broken-stream'],
    ['stalls', { stall: 5 }, 'timeout'],
    ['reports an error', { errorAt: 5 }, 'internal'],
  ])('an answer that %s after the first chunk is not retried', async (_how, settings, code) => {
    const { hosts, servers } = await fixture({ settings }, {})
    const { text, error } = await outcomeOf(hosts.chat(ask('mock', { idleTimeoutMs: 100 })))
    expect(text).toBe(numbers(5))
    expect(error).toMatchObject({ code, partial: true })
    expect(servers.map(chats)).toEqual([1, 0])
  })

  test.each([
    ['a bad request', { status: 400 }, 'bad-request'],
    ['a wrong API key', { status: 401 }, 'auth'],
    [
      'a conversation that is too long',
      { status: 400, message: 'maximum context length' },
      'context-overflow',
    ],
  ])('%s is not retried on another host', async (_what, settings, code) => {
    const { hosts, servers } = await fixture({ settings }, {})
    expect((await outcomeOf(hosts.chat(ask('mock')))).error).toMatchObject({ code })
    expect(servers.map(chats)).toEqual([1, 0])
  })

  test('reports the shortest wait when all hosts are busy', async () => {
    const { hosts, servers } = await fixture(
      { settings: { status: 429, retry: 90 } },
      { settings: { status: 503, retry: 7 } },
    )
    expect((await outcomeOf(hosts.chat(ask('mock')))).error).toMatchObject({
      code: 'busy',
      retryAfterMs: 7_000,
    })
    expect(servers.map(chats)).toEqual([1, 1])
  })

  test('a busy host is tried last until its Retry-After has passed', async () => {
    const { hosts, servers, pass } = await fixture({ settings: { status: 429, retry: 30, times: 1 } }, {})
    for (let i = 0; i < 3; i++) await outcomeOf(hosts.chat(ask('mock')))
    expect(servers.map(chats)).toEqual([1, 3])
    pass(30_000)
    await outcomeOf(hosts.chat(ask('mock')))
    expect(servers.map(chats)).toEqual([2, 3])
  })

  test('aborting ends the failover', async () => {
    const { hosts, servers } = await fixture({ settings: { head: -1 } }, {})
    const stop = new AbortController()
    const reason = new Error('stopped')
    const answer = outcomeOf(hosts.chat(ask('mock', { signal: stop.signal })))
    await until(() => servers[0]?.stats().open === 1)
    stop.abort(reason)
    expect((await answer).error).toBe(reason)
    expect(servers.map(chats)).toEqual([1, 0])
    await until(() => servers[0]?.stats().abandoned === 1)
  })

  test('embeddings fail over to another host', async () => {
    const { hosts } = await fixture({ settings: { status: 503 } }, {})
    expect(await hosts.embed('embed', ['a', 'b'], signal)).toHaveLength(2)
  })
})
