import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_ROOT } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN, viewer, type HttpServer } from '#test/http-server.ts'
import { rawRequest } from '#test/raw-request.ts'
import { shareOf } from '#platform/machine-memory.ts'
import { Problem } from '#problem.ts'
import { openBodyRooms } from './body-room.ts'
import { openBodyTurns } from './body-turns.ts'

const folder = mkdtempSync(join(tmpdir(), 'polylogue-rooms-'))
let server: HttpServer
const open: Socket[] = []

beforeAll(async () => {
  writeFileSync(join(folder, 'left-behind'), 'of a process that was killed')
  const refuse = () => {
    throw new Problem('NOT_FOUND', { thing: 'thing' })
  }
  server = await httpServer(everyCall(refuse), {
    bodies: { folder, guardWrite: () => undefined },
    // At most 10 MB per body and 20 MB per person.
    limits: { uploadBytes: 100_000_000, bodyMemoryBytes: 60_000_000, bodyMs: 4_000 },
  })
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  expect(server.lines().filter((line) => Number(line['level']) >= 50)).toEqual([])
  await server.close()
})

const head = (path: string, length: number | 'chunked', token: string | undefined = TOKEN) =>
  [
    `POST ${API_ROOT}/${path} HTTP/1.1`,
    'Host: x',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    'X-Requested-With: XMLHttpRequest',
    'Content-Type: application/json',
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n')

const UPLOAD = 'models/1/prompt'

/** Opens a request whose announced body never arrives. */
function announce(text: string): Socket {
  const socket = connect(server.port, '127.0.0.1')
  open.push(socket)
  socket.on('error', () => undefined).write(text)
  return socket
}

/** Returns the status for a body of that length; 0 while the server waits for the body. */
const ask = (text: string, timeoutMs = 300) =>
  rawRequest(server.port, (socket) => {
    socket.write(text)
    setTimeout(() => socket.destroy(), timeoutMs)
  })

test('files of a killed process are deleted, and an arriving body has no named file', async () => {
  expect(readdirSync(folder)).toEqual([])
  const sockets = [1, 2].map(() => announce(head(UPLOAD, 9_000_000) + '{"prompt":"x'))
  await expect.poll(async () => (await ask(head(UPLOAD, 9_000_000))).status).toBe(429)
  await expect.poll(() => readdirSync(folder)).toEqual([])
  for (const socket of sockets) socket.destroy()
})

test('the announced size is reserved before the body is read, and released afterwards', async () => {
  await expect.poll(() => Promise.all([upload(), upload()])).toEqual([404, 404])
  const sockets = [1, 2].map(() => announce(head(UPLOAD, 9_000_000)))
  await expect.poll(async () => (await ask(head(UPLOAD, 9_000_000))).status).toBe(429)
  const refused = await ask(head(UPLOAD, 9_000_000))
  expect(refused.text).toContain('TOO_MUCH_AT_ONCE')
  expect(refused.text.toLowerCase()).toContain('retry-after: 5')
  // Their ordinary calls still work.
  expect((await ask(`${head('projects', 13)}{"name":"ok"}`)).status).toBe(404)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await ask(head(UPLOAD, 9_000_000))).status).toBe(0)
})

test('a body without a length is reserved as it grows', async () => {
  const piece = `f4240\r\n${'x'.repeat(1_000_000)}\r\n`
  await expect
    .poll(async () => {
      const sockets = [1, 2].map(() => announce(head(UPLOAD, 'chunked')))
      for (const socket of sockets) for (let sent = 0; sent < 9; sent += 1) socket.write(piece)
      await Promise.all(sockets.map((socket) => new Promise((done) => socket.write('', done))))
      const { status } = await ask(head(UPLOAD, 9_000_000))
      for (const socket of sockets) socket.destroy()
      return status
    })
    .toBe(429)
})

async function upload(): Promise<number> {
  const { status } = await fetch(`${server.url}${API_ROOT}/${UPLOAD}`, {
    method: 'POST',
    body: JSON.stringify({ prompt: 'x', projectTabId: 1, description: 'y'.repeat(9_000_000) }),
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
    },
  })
  return status
}

test('a handled body leaves nothing reserved', async () => {
  await expect.poll(() => Promise.all([upload(), upload()])).toEqual([404, 404])
  for (let turn = 0; turn < 5; turn += 1) expect(await upload()).toBe(404)
})

test('a large body that stalls is refused with 400, even if only one byte is missing', async () => {
  const begun = performance.now()
  const reply = await rawRequest(server.port, (socket) => {
    socket.write(head(UPLOAD, 9_000_000))
    socket.write(Buffer.alloc(8_999_999, ' '))
  })
  expect(reply.status).toBe(400)
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('a body that can never fit is refused at once with 413 and the limit', async () => {
  expect(await ask(head(UPLOAD, 10_000_001))).toMatchObject({
    status: 413,
    text: expect.stringContaining('10000000') as string,
  })
})

test('announced bodies that are never sent do not block other users', async () => {
  const people = await httpServer(
    everyCall(() => undefined as never),
    {
      limits: { bodyMemoryBytes: 60_000_000, bodyMs: 20_000 },
      sessions: {
        kind: 'person',
        needsHeader: true,
        viewerOf: (token) => Promise.resolve({ ...viewer(), userId: Number(token.slice(1)) }),
        canRenew: () => Promise.resolve(false),
        isKnownSource: () => Promise.resolve(false),
        whenEnded: () => () => undefined,
      },
    },
  )
  const idle: Socket[] = []
  const begin = (text: string) => {
    const socket = connect(people.port, '127.0.0.1').on('error', () => undefined)
    idle.push(socket)
    return new Promise((done) => socket.write(text, done))
  }
  const body = JSON.stringify({ name: 'x', description: 'y'.repeat(900_000) })
  const post = () =>
    rawRequest(people.port, (socket) => void socket.write(head('projects', body.length, 'p99') + body))
  // Together they announce more than the total limit.
  for (const who of Array(32).keys())
    await begin(head('projects', 900_000, `p${1 + (who % 8)}`) + '{"name":"')
  for (let count = 0; count < 300; count++) await begin(head('auth/authenticate', 16_000, ''))
  expect((await post()).status).toBe(400)
  const signIn = `{"userName":"${'a'.repeat(3_000)}"}`
  const open = await rawRequest(
    people.port,
    (socket) => void socket.write(head('auth/authenticate', signIn.length, '') + signIn),
  )
  expect(open.status).toBe(400)
  for (const socket of idle) socket.destroy()
  await people.close()
})

test('a body without sign-in is limited to 16 KB', async () => {
  expect(await ask(head('auth/authenticate', 16_385, ''))).toMatchObject({
    status: 413,
    text: expect.stringContaining('16384') as string,
  })
})

test('all bodies share one limit, and a user with at most 64 KB arrived is never refused', () => {
  const rooms = openBodyRooms(48_000_000)
  const reserve = (who: number, arrived = 16_000_000) => {
    const room = rooms.reserve('disk', String(who), 16_000_000)
    room.growTo(arrived)
    return room
  }
  const held = [1, 2, 3].map((who) => reserve(who))
  expect(() => reserve(1)).toThrow(expect.objectContaining({ code: 'TOO_MUCH_AT_ONCE', retryAfter: 5 }))
  expect(() => reserve(4, 65_536)).not.toThrow()
  expect(() => reserve(5, 65_537)).toThrow(expect.objectContaining({ code: 'SERVER_BUSY', retryAfter: 5 }))
  held[0]?.release()
  held[0]?.release()
  expect(() => reserve(6, 15_000_000)).not.toThrow()
  expect(() => reserve(7)).toThrow()
})

test('the shared limit depends on the memory of the machine', () => {
  const gigabytes = [0.5, 1, 2, 64].map((size) => shareOf(size * 1_000_000_000) / 1_000_000)
  expect(gigabytes).toEqual([64, 244, 744, 1_000])
})

test('large bodies are queued by memory, with one at a time per user', async () => {
  const turns = openBodyTurns(100)
  const { signal } = new AbortController()
  const begun: string[] = []
  const wait = (name: string, key: string, bytes: number) =>
    turns.wait(key, bytes, signal).then((turn) => (begun.push(name), turn))
  const [a, b] = await Promise.all([wait('a', 'anna', 40), wait('b', 'ben', 40)])
  const second = wait('a2', 'anna', 10)
  const large = wait('c', 'carl', 90)
  const small = wait('d', 'dora', 10)
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])
  a.end()
  const again = await second
  b.end()
  again.end()
  const turn = await large
  const last = await small
  last.end()
  turn.end()
  expect(begun).toEqual(['a', 'b', 'a2', 'c', 'd'])
})

test('people with large bodies take turns, whoever sent more before', async () => {
  const turns = openBodyTurns(100)
  const { signal } = new AbortController()
  const begun: string[] = []
  const wait = (name: string, key: string) =>
    turns.wait(key, 100, signal).then((turn) => {
      begun.push(name)
      turn.end()
    })
  const first = await turns.wait('anna', 100, signal)
  const all = [wait('anna 2', 'anna'), wait('anna 3', 'anna'), wait('ben', 'ben'), wait('carl', 'carl')]
  first.end()
  await Promise.all(all)
  expect(begun).toEqual(['anna 2', 'ben', 'carl', 'anna 3'])
})

test('a shrunk body keeps its reserved memory until its end, and the next body of its user begins', async () => {
  const turns = openBodyTurns(100)
  const { signal } = new AbortController()
  const long = await turns.wait('anna', 60, signal)
  long.shrinkTo(20)
  const next = await turns.wait('anna', 60, signal)
  let begun = false
  const third = turns.wait('ben', 60, signal).then((turn) => ((begun = true), turn))
  next.shrinkTo(0)
  const ben = await third
  expect(begun).toBe(true)
  begun = false
  const last = turns.wait('carl', 30, signal).then(() => (begun = true))
  next.end()
  next.shrinkTo(50)
  await Promise.resolve()
  expect(begun).toBe(false)
  long.end()
  long.end()
  await last
  ben.end()
})

test('a client that disconnects leaves the queue', async () => {
  const turns = openBodyTurns(100)
  const gone = new AbortController()
  const turn = await turns.wait('anna', 100, gone.signal)
  const waiting = turns.wait('ben', 100, gone.signal)
  const next = turns.wait('carl', 100, new AbortController().signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  turn.end()
  await next
})
