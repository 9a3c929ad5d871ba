import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { API_ROOT, type AnswerEvent, wireEvent } from '@polylogue/contract'
import { follow } from '@polylogue/client'
import { everyCall, httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'
import { Problem } from '#problem.ts'
import type { RequestFacts } from './routes.ts'
import type { EventSource, ServerSentEvent } from './stream.ts'

type Write = (events: readonly ServerSentEvent[]) => void

let server: HttpServer
let beat: () => void = () => undefined
let beating = false

/** Starts a server on which `prompts/streams/1` streams `source`. */
async function serve(source: (after: number) => EventSource): Promise<HttpServer> {
  const resume = (_: never, __: unknown, facts: RequestFacts) => source(facts.lastEventId)
  server = await httpServer(
    everyCall(() => undefined as never, { answers: { resume } }),
    {
      beat: (work) => {
        beat = work
        beating = true
        return () => (beating = false)
      },
    },
  )
  return server
}

afterEach(async () => {
  await server.close()
  expect(server.lines().filter((line) => Number(line['level']) >= 60)).toEqual([])
})

const open = (signal?: AbortSignal) =>
  fetch(`${server.url}${API_ROOT}/prompts/streams/1`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    ...(signal ? { signal } : {}),
  })

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

const until = async (condition: () => boolean) => {
  while (!condition()) await turn()
}

describe('an event stream', () => {
  test('arrives in the SSE format with headers against caching and buffering', async () => {
    await serve(() => ({
      follow(write) {
        write([
          { id: 1, event: 'Response', data: '{"a":1}' },
          { id: 2, event: 'Response', data: '[STREAM-DONE]' },
        ])
        return Promise.resolve()
      },
    }))
    const reply = await open()
    expect(await reply.text()).toBe(
      'id: 1\nevent: Response\ndata: {"a":1}\n\nid: 2\nevent: Response\ndata: [STREAM-DONE]\n\n',
    )
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    })
    await until(() => server.lines().some((line) => line['route'] === '/api/v1/prompts/streams/:id'))
  })

  test('that was read is not aborted afterwards, and leaves no timer', async () => {
    const signals: AbortSignal[] = []
    await serve(() => ({
      follow(write, signal) {
        signals.push(signal)
        write([{ event: 'Response', data: '[STREAM-DONE]' }])
        return Promise.resolve()
      },
    }))
    const set = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    onTestFinished(() => void vi.restoreAllMocks())
    await (await open()).text()
    const ofEnd = () =>
      set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === 60_000)]?.value as unknown
    await until(() => cleared.mock.calls.some(([timer]) => timer !== undefined && timer === ofEnd()))
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  test('fails with an ordinary HTTP error before it begins', async () => {
    await serve(() => {
      throw new Problem('TOO_MANY_STREAMS', { limit: 4 }, { retryAfter: 3 })
    })
    const reply = await open()
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '3'])
    expect(await reply.json()).toMatchObject({ errorCode: 'TOO_MANY_STREAMS' })
  })

  test('breaks off when its source fails, which is logged, and can be resumed', async () => {
    let asked = 0
    const say = (text: string): AnswerEvent => ({ type: 'text', text })
    const events = [say('a'), say('b'), { type: 'done' } satisfies AnswerEvent]
    await serve((after) => ({
      follow(write) {
        asked += 1
        const rest = events
          .slice(after)
          .map((event, index) => ({ id: after + index + 1, ...wireEvent(1, event) }))
        if (asked === 1) {
          write(rest.slice(0, 1))
          return turn().then(() => Promise.reject(new Error('the database went away')))
        }
        write(rest)
        return Promise.resolve()
      },
    }))
    const seqs: number[] = []
    const time = { now: () => 0, pause: async () => undefined }
    for await (const { seq } of follow(server.client, 1, { time })) seqs.push(seq)
    expect(seqs).toEqual([1, 2, 3])
    expect(JSON.stringify(server.lines())).toContain('the database went away')
  })

  test('refuses data with a line end, which could inject an event', async () => {
    await serve(() => ({
      follow(write) {
        write([{ id: 1, event: 'Response', data: 'x\n\nevent: Error\ndata: {}' }])
        return Promise.resolve()
      },
    }))
    await expect(open().then((reply) => reply.text())).rejects.toThrow()
    expect(JSON.stringify(server.lines())).toContain('has a line end')
  })
})

describe('a long-lived stream', () => {
  test('shares one heartbeat with all streams, which stops with the server', async () => {
    await serve(() => ({ follow: (_, signal) => untilAborted(signal) }))
    const readers = await Promise.all(
      [open(), open(), open()].map(async (reply) => (await reply).body!.getReader()),
    )
    beat()
    for (const reader of readers)
      expect(new TextDecoder().decode((await reader.read()).value)).toBe(': alive\n\n')
    expect(beating).toBe(true)
    await server.close()
    expect(beating).toBe(false)
    for (const reader of readers) await reader.read().catch(() => undefined)
  })

  test('aborts its source when the reader disconnects', async () => {
    let left = 0
    await serve(() => ({ follow: (_, signal) => untilAborted(signal).then(() => void (left += 1)) }))
    const control = new AbortController()
    await open(control.signal)
    control.abort()
    await until(() => left === 1)
  })

  test('is closed at once when its session ends, and sends nothing more', async () => {
    let write: Write = () => undefined
    let left = 0
    await serve(() => ({
      follow(options, signal) {
        write = options
        return untilAborted(signal).then(() => void (left += 1))
      },
    }))
    const reader = (await open()).body!.getReader()
    write([{ id: 1, event: 'Response', data: 'before' }])
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('before')
    const begun = performance.now()
    server.endSession('session-1')
    write([{ id: 2, event: 'Response', data: 'after' }])
    await expect(reader.read()).rejects.toThrow()
    expect(performance.now() - begun).toBeLessThan(1_000)
    await until(() => left === 1)
  })
})

describe('a slow reader', () => {
  test('is disconnected instead of being buffered without limit, and the source stops', async () => {
    let written = 0
    let left = false
    await serve(() => ({
      async follow(write, signal) {
        const event = { event: 'Response', data: JSON.stringify({ text: 'x'.repeat(10_000) }) }
        for (let id = 1; !signal.aborted && id < 5_000; id += 1) {
          write([{ id, ...event }])
          written += 10_000
          await turn()
        }
        left = signal.aborted
      },
    }))
    const socket = connect(server.port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    socket.write(
      `GET ${API_ROOT}/prompts/streams/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
    )
    await until(() => left)
    // Excludes what the two kernel buffers took.
    expect(written).toBeLessThan(20_000_000)
    socket.resume()
    await once(socket, 'close')
  })

  test('is not assumed for one very large batch', async () => {
    const data = JSON.stringify({ text: 'x'.repeat(5_000_000) })
    await serve(() => ({
      async follow(write) {
        write([{ id: 1, event: 'Response', data }])
        write([{ id: 2, event: 'Response', data: '[STREAM-DONE]' }])
        await turn()
      },
    }))
    expect((await (await open()).text()).length).toBeGreaterThan(5_000_000)
  })
})
