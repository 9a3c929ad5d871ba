// Large replies take turns and end with their callers (decision 93).
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { API_ROOT } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN, viewer, type HttpServer } from '#test/http-server.ts'
import { LongText } from './long-json.ts'
import { openReplyRoom } from './reply-room.ts'
import { openReplyTurns } from './reply-turns.ts'

const PIECE = Buffer.alloc(65_536, 'x')

/** The texts and pages that are being made, by id, and those that may end. */
let running: number[]
let finished: Set<number>
let server: HttpServer

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

async function* endless(id: number): AsyncGenerator<Uint8Array> {
  running.push(id)
  try {
    for (; !finished.has(id); await nextTurn()) yield PIECE
  } finally {
    running.splice(running.indexOf(id), 1)
  }
}

async function page(id: number) {
  for await (const _ of endless(id));
  return { data: { Queries: [] }, meta: { nextCursor: null } }
}

type Input = { params: { id: number } }

beforeEach(async () => {
  ;[running, finished] = [[], new Set()]
  const given = everyCall(() => undefined as never, {
    media: {
      text: (_: unknown, { params: { id } }: Input) => ({
        document: { media_id: id, datasourceId: 1, name: '', text: new LongText(endless(id)), chunks: [] },
      }),
    },
    queries: { list: (_: unknown, { params: { id } }: Input) => page(id) },
  })
  const sessions = {
    kind: 'person' as const,
    needsHeader: true,
    viewerOf: (token: string) => Promise.resolve({ ...viewer(), userId: Number(token) }),
    canRenew: () => Promise.resolve(true),
    isKnownSource: () => Promise.resolve(true),
    whenEnded: () => () => undefined,
  }
  server = await httpServer(given, { checkReplies: false, sessions, limits: { replyBytes: 64_000_000 } })
})
afterEach(() => server.close())

interface PendingReply {
  readonly done: Promise<number>
  leave(): void
}

/** Asks for a text or a page as a person and reads it, unless `reads` is false. */
function ask(userId: number, id: number, { path = `media/${id}/text`, reads = true } = {}): PendingReply {
  const gone = new AbortController()
  const done = fetch(`${server.url}${API_ROOT}/${path}`, {
    headers: { authorization: `Bearer ${userId}`, 'accept-encoding': 'identity' },
    signal: gone.signal,
  }).then(async (reply) => {
    if (reads) for await (const _ of reply.body ?? []);
    return reply.status
  })
  done.catch(() => undefined)
  return { done, leave: () => gone.abort() }
}

test('one text of a person and two of all at once, in turn between people', async () => {
  const all = [11, 12, 13].map((id) => ask(1, id))
  await expect.poll(() => running).toEqual([11])
  all.push(ask(2, 21))
  await expect.poll(() => running).toEqual([11, 21])
  all.push(ask(3, 31))
  for (const [end, left] of [
    [21, [11, 31]],
    [11, [31, 12]],
    [31, [12]],
    [12, [13]],
    [13, []],
  ] as const) {
    finished.add(end)
    await expect.poll(() => running).toEqual(left)
  }
  expect(await Promise.all(all.map(({ done }) => done))).toEqual([200, 200, 200, 200, 200])
})

test('a text ends with its caller, and who leaves while waiting gets no turn', async () => {
  const [first, second, third] = [11, 12, 13].map((id) => ask(1, id)) as [
    PendingReply,
    PendingReply,
    PendingReply,
  ]
  await expect.poll(() => running).toEqual([11])
  second.leave()
  await expect(second.done).rejects.toThrow()
  first.leave()
  await expect.poll(() => running).toEqual([13])
  third.leave()
  await expect.poll(() => running).toEqual([])
})

test('a client that reads slowly leaves its turn to others', async () => {
  const unread = [ask(1, 11, { reads: false }), ask(2, 21, { reads: false })]
  await expect.poll(() => running).toEqual([11, 21])
  const next = ask(3, 31)
  await expect.poll(() => running).toEqual([11, 21, 31])
  finished.add(31)
  expect(await next.done).toBe(200)
  for (const { leave } of unread) leave()
  await expect.poll(() => running).toEqual([])
})

test('as many pages are made at once as memory allows', async () => {
  const asPage = (userId: number, id: number) => ask(userId, id, { path: `queries/${id}/queries` })
  const all = [asPage(1, 11), asPage(1, 12), asPage(2, 21), asPage(3, 31)]
  await expect.poll(() => running).toEqual([11, 21])
  finished.add(11)
  await expect.poll(() => running).toEqual([21, 31])
  for (const id of [12, 21, 31]) finished.add(id)
  expect(await Promise.all(all.map(({ done }) => done))).toEqual([200, 200, 200, 200])
})

test('calls without a viewer share few places of their own, whatever their addresses, and hold no person', async () => {
  const given = everyCall(() => undefined as never, {
    tools: { openApiText: () => ({ opanApiYamlAsJson: new LongText(endless(1)) }) },
    media: {
      text: (_: unknown, { params: { id } }: Input) => ({
        document: { media_id: id, datasourceId: 1, name: '', text: new LongText(endless(id)), chunks: [] },
      }),
    },
  })
  const config = { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'], https: true, metrics: false }
  await using other = await httpServer(given, { checkReplies: false, config: config as never })
  const gone = new AbortController()
  let refused = 0
  const addresses = Array.from({ length: 30 }, (_, at) => `192.0.2.${at}`)
  const asked = addresses.flatMap((address) =>
    Array.from({ length: 10 }, () =>
      fetch(`${other.url}${API_ROOT}/tools/api/yamlasjson`, {
        headers: { 'x-forwarded-for': address },
        signal: gone.signal,
      }).then(({ status }) => (refused += Number(status === 429))),
    ),
  )
  await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(50)
  const text = await fetch(`${other.url}${API_ROOT}/media/2/text`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal: gone.signal,
  })
  expect(text.status).toBe(200)
  expect(running).toContain(2)
  gone.abort()
  await Promise.allSettled(asked)
})

test('replies that an engine was paid for are not refused where texts of the page are', async () => {
  const inReplyTurn = openReplyTurns(openReplyRoom(64_000_000))
  const left = new AbortController()
  const sixtyOf = (kind: 'stream' | 'vectors') =>
    Array.from({ length: 60 }, () => {
      const response = Object.assign(new EventEmitter(), { destroyed: false, closed: false })
      const make = () => {
        setImmediate(() => response.emit('close'))
        return Promise.resolve('made')
      }
      return inReplyTurn(
        kind,
        { key: 'anna', gone: left.signal },
        response as unknown as ServerResponse,
        make,
      )
    })
  const texts = await Promise.allSettled(sixtyOf('stream'))
  expect(texts.some(({ status }) => status === 'rejected')).toBe(true)
  expect(await Promise.all(sixtyOf('vectors'))).toHaveLength(60)
})
