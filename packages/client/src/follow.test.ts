import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { AnswerEvent } from '@polylogue/contract'
import { EMPTY_ANSWER, foldAnswer, MESSAGE_STATE, wireEvent } from '@polylogue/contract/browser'
import { ask, createClient, follow, type Followed } from './index.ts'

const TEXT = 'Grüße, мир! 🦊\n\nevent: Error\ndata: {"x":1}\r\n[STREAM-DONE] \u2028 “end” '.repeat(6)
const PIECES: AnswerEvent[] = [
  { type: 'text', text: '' },
  { type: 'status', phase: 'reading' },
  ...(TEXT.match(/.{1,7}/gsu) ?? []).map((text): AnswerEvent => ({ type: 'text', text })),
  { type: 'query', query: { id: 7 } },
  { type: 'done' },
]
const WIRE = PIECES.map((event, index) => {
  const wire = wireEvent(7, event)
  return `id: ${index + 1}\nevent: ${wire.event}\ndata: ${wire.data}\n\n`
})
const BYTES = Buffer.from(WIRE.join(''))

const noPause = { now: () => 0, pause: async () => undefined }
const payload = { projectTabId: 1, prompt: 'hello' }
const running: Server[] = []

afterEach(() => {
  for (const server of running.splice(0)) server.close().closeAllConnections()
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response))
  })
  running.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createClient({ baseUrl, token: () => 'secret-token' })
}

function begin(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  return response
}

function from(request: IncomingMessage): Buffer {
  return Buffer.from(WIRE.slice(Number(request.headers['last-event-id'] ?? 0)).join(''))
}

async function collect(
  events: AsyncIterable<Followed>,
): Promise<{ text: string; state: number; seqs: number[] }> {
  let answer = EMPTY_ANSWER
  const seqs: number[] = []
  for await (const { event, seq, queryId } of events) {
    expect(queryId).toBe(7)
    answer = foldAnswer(answer, event)
    seqs.push(seq)
  }
  return { text: answer.text, state: answer.state, seqs }
}

const whole = { text: TEXT, state: MESSAGE_STATE.done, seqs: PIECES.map((_, index) => index + 1) }

describe('a connection that breaks', () => {
  test('at 1,000 random bytes, in three ways, still gives the same text and asks once', async () => {
    let asked = 0
    let seed = 42
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
    const first = WIRE[0]!.length
    const client = await serve((request, response) => {
      expect(request.headers['authorization']).toBe('Bearer secret-token')
      expect(request.url).not.toContain('secret-token')
      const post = request.method === 'POST'
      if (post) asked += 1
      const rest = from(request)
      // A question whose stream breaks before the first event cannot be resumed.
      const cut = post ? first + random(BYTES.length - first) : random(rest.length * 2)
      const sent = rest.subarray(0, cut)
      const way = random(3)
      begin(response).write(sent, () => {
        if (cut >= rest.length || way === 0) response.end()
        else if (way === 1) response.socket?.resetAndDestroy()
        else response.socket?.destroy()
      })
    })
    for (let round = 0; round < 1_000; round += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => collect(ask(client, 3, payload, { time: noPause }))),
      )
      for (const answer of answers) expect(answer).toEqual(whole)
    }
    expect(asked).toBe(1_000)
  }, 60_000)

  test('before the first event fails with OFFLINE, and the question is not repeated', async () => {
    let asked = 0
    const client = await serve((_, response) => {
      asked += 1
      begin(response).write('id: 1\nevent: Resp', () => response.socket?.destroy())
    })
    await expect(collect(ask(client, 3, payload, { time: noPause }))).rejects.toMatchObject({
      code: 'OFFLINE',
      status: 0,
    })
    expect(asked).toBe(1)
  })
})

describe('errors of a server', () => {
  test('duplicate events are dropped', async () => {
    const client = await serve((_, response) => void begin(response).end(BYTES))
    expect(await collect(follow(client, 7, { after: 5, time: noPause }))).toMatchObject({
      seqs: whole.seqs.slice(5),
    })
  })

  test('a gap is filled by requesting the events from before it again', async () => {
    const asked: (string | undefined)[] = []
    const client = await serve((request, response) => {
      asked.push(request.headers['last-event-id'] as string | undefined)
      if (asked.length === 1) begin(response).write([...WIRE.slice(0, 3), ...WIRE.slice(4)].join(''))
      else begin(response).end(from(request))
    })
    expect(await collect(follow(client, 7, { time: noPause }))).toEqual(whole)
    expect(asked).toEqual([undefined, '3'])
  })

  test('comments and events without an id are ignored', async () => {
    const odd = `: alive\n\nevent: Response\ndata: {"queryId":7,"responseText":"no number"}\n\n`
    const client = await serve((_, response) => void begin(response).end(odd + BYTES.toString()))
    expect(await collect(follow(client, 7, { time: noPause }))).toEqual(whole)
  })
})

describe('giving up', () => {
  test.each([404, 403, 400])('on %i at once', async (status) => {
    let asked = 0
    const client = await serve((_, response) => {
      asked += 1
      response.writeHead(status).end('{"errorCode":"NOT_FOUND","errorMessage":"gone"}')
    })
    await expect(collect(follow(client, 7, { time: noPause }))).rejects.toMatchObject({
      status,
      code: 'NOT_FOUND',
    })
    expect(asked).toBe(1)
  })

  test('after a minute without new events, with growing pauses', async () => {
    let now = 0
    const pauses: number[] = []
    const time = {
      now: () => now,
      pause: async (ms: number) => {
        pauses.push(ms)
        now += ms
      },
    }
    const client = await serve((_, response) => void response.writeHead(502).end('<html>'))
    await expect(collect(follow(client, 7, { time }))).rejects.toMatchObject({
      status: 502,
      code: 'UNEXPECTED',
    })
    expect(now).toBeGreaterThan(60_000)
    expect(now).toBeLessThan(66_000)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(300)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000)
    expect(pauses[0]).toBeLessThanOrEqual(600)
  })

  test('not if the server is back within a minute', async () => {
    let asked = 0
    const client = await serve((request, response) => {
      asked += 1
      if (asked < 4) response.writeHead(503, { 'retry-after': '2' }).end()
      else begin(response).end(from(request))
    })
    const pauses: number[] = []
    const time = { now: () => 0, pause: async (ms: number) => void pauses.push(ms) }
    expect(await collect(follow(client, 7, { time }))).toEqual(whole)
    expect(pauses).toEqual([2_000, 2_000, 2_000])
  })
})

test('an abort throws the reason of its signal and closes the connection', async () => {
  const control = new AbortController()
  let closed: () => void
  const closing = new Promise<void>((resolve) => (closed = resolve))
  const client = await serve((_, response) => {
    response.on('close', () => closed())
    begin(response).write(WIRE.slice(0, 4).join(''))
  })
  const reading = (async () => {
    for await (const { seq } of follow(client, 7, { signal: control.signal }))
      if (seq === 4) control.abort(new Error('enough'))
  })()
  await expect(reading).rejects.toThrow('enough')
  await closing
})

test('leaving the loop closes the connection', async () => {
  let closed: () => void
  const closing = new Promise<void>((resolve) => (closed = resolve))
  const client = await serve((_, response) => {
    response.on('close', () => closed())
    begin(response).write(WIRE.slice(0, 4).join(''))
  })
  for await (const { seq } of follow(client, 7)) if (seq === 2) break
  await closing
})
