// Floods the product with request bodies: memory stays bounded, other requests continue, and the memory is released
// (LIMIT-2, LIMIT-3).
import { readFileSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askHere, begin, type Fixture } from './fixture.ts'

const MB = 1_000_000
let fixture: Fixture

beforeAll(async () => void (fixture = await begin(undefined)))
afterAll(() => fixture.product[Symbol.asyncDispose]())

/** Resident memory of the product, in bytes. */
function rss(): number {
  const status = readFileSync(`/proc/${fixture.product.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024
}

/** Ten text files of ten megabytes: 133 MB as JSON. */
function largeQuestion(): Buffer {
  const base64 = Buffer.alloc(9_990_000, 'All work and no play. ').toString('base64')
  const attachments = Array.from({ length: 10 }, (_, index) => ({
    name: `${index}.txt`,
    mime_type: 'text/plain',
    base64,
  }))
  return Buffer.from(JSON.stringify({ prompt: 'What is this?', projectTabId: fixture.tabId, attachments }))
}

const head = (length: number) =>
  [
    'POST /api/v1/prompts/1/stream HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${fixture.tokens.access_token}`,
    'X-Requested-With: XMLHttpRequest',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n')

interface PendingRequest {
  readonly socket: Socket
  /** The status of the reply; 0 if the connection ended before. */
  readonly status: Promise<number>
}

/** Sends a question, optionally without its last bytes. */
function send(body: Buffer, missing = 0): PendingRequest {
  const socket = connect(fixture.product.port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.setEncoding('latin1').on('data', (text) => resolve(Number(String(text).slice(9, 12))))
  socket.on('error', () => resolve(0)).on('close', () => resolve(0))
  socket.write(head(body.length))
  socket.write(body.subarray(0, body.length - missing))
  return { socket, status: promise }
}

/** Repeats a cheap call while some work runs. Returns the 95th percentile of its milliseconds and the highest memory. */
async function watch(work: Promise<unknown>): Promise<{ p95: number; highest: number }> {
  const took: number[] = []
  let highest = 0
  let isDone = false
  void work.finally(() => (isDone = true))
  while (!isDone) {
    const since = performance.now()
    await fixture.client.call(contract.tabs.list, { params: { id: 1 } })
    took.push(performance.now() - since)
    highest = Math.max(highest, rss())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  took.sort((one, other) => one - other)
  return { p95: took[Math.floor(took.length * 0.95)] ?? 0, highest }
}

test('a flood of huge requests of one user is refused, and memory stays bounded and is released', async () => {
  const body = largeQuestion()
  // The baseline includes the memory that a first answer leaves allocated.
  for await (const _ of askHere(fixture, { prompt: 'What is Polylogue?' }, new AbortController().signal));
  const before = rss()
  const whole = Array.from({ length: 36 }, () => send(body))
  const flood = Promise.all(whole.map(({ status }) => status))
  const first = await watch(flood)
  const statuses = await flood
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
  for (const { socket } of whole) socket.destroy()

  const cut = Array.from({ length: 30 }, () => send(body, 1))
  // The product waits for the last bytes of those that it has room for, at most as many as before.
  let refused = 0
  for (const { status } of cut) void status.then(() => refused++)
  const second = await watch(expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThanOrEqual(24))
  // Without the reservation the complete bodies take 11 GB and the incomplete ones 4.
  expect(Math.max(first.highest, second.highest) - before).toBeLessThan(1_500 * MB)
  expect(Math.max(first.p95, second.p95)).toBeLessThan(3_000)
  expect(readdirSync(join(fixture.product.dataDir, 'tmp'))).toEqual([])
  for (const { socket } of cut) socket.destroy()

  // The rest belongs to the embedded database: WebAssembly cannot release memory.
  await expect.poll(() => rss() - before, { timeout: 60_000, interval: 500 }).toBeLessThan(200 * MB)
}, 180_000)
