// Many vectors at once neither keep the event loop from others nor fill the memory (decision 138).
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programOf, type Program } from '../program.ts'
import { testApp, type TestApp } from '../test-app.ts'
import { inUse, withGarbage } from './bytes-in-use.ts'
import { measureLoop, type LoopWork } from './loop-work.ts'
import type { Received, Sending } from './sender.ts'
import { OPENS_MS } from './world.ts'

const MODEL = 'embed-large'
/** The vectors of one request are 8 MB, its reply 40 MB. */
const TEXTS = 2_048
const DIMENSIONS = 1_024
const LONGEST_MS = 50
/** What exceeds the bound must do so each time: a garbage collection may fall into any turn. */
const TIMES = 3
const AT_ONCE = 16
const MB = 1_000_000
/** The vectors of all are 130 MB, their replies 700 MB. */
const PEAK_BYTES = 200 * MB
const LOOK_MS = 50
const LEAVES_MS = 6_000

let app: TestApp
let vectors: Worker
let sender: Worker
let loop: LoopWork
let programs: readonly Program[]

beforeAll(async () => {
  const workerData = { name: MODEL, dimensions: DIMENSIONS }
  vectors = new Worker(new URL('./vector-server.ts', import.meta.url), { execArgv: [], workerData })
  sender = new Worker(new URL('./sender.ts', import.meta.url), { execArgv: [] })
  const [openaiBaseUrl] = (await once(vectors, 'message')) as [string]
  app = await testApp({ engines: { openaiBaseUrl }, lookEveryMs: 3_600_000 })
  programs = [
    await programOf({ app }, await app.deps.user()),
    await programOf({ app }, await app.deps.user()),
  ]
  loop = measureLoop()
}, OPENS_MS)
afterAll(async () => {
  loop.end()
  await app.close()
  await Promise.all([vectors.terminate(), sender.terminate()])
})

test.each(['float', 'base64'])('a large reply in %s is made in steps', async (format) => {
  let least = Infinity
  for (let time = 0; time < TIMES && least > LONGEST_MS; time += 1) {
    loop.begin()
    const [received] = await send([sendingOf(0, format)])
    least = Math.min(least, loop.longest())
    expect(received?.status).toBe(200)
    expect(received?.bytes).toBeGreaterThan(TEXTS * DIMENSIONS * 4)
  }
  expect(least).toBeLessThan(LONGEST_MS)
})

test('the replies of many callers who read nothing are not in memory', async () => {
  const before = inUse()
  let highest = 0
  const look = setInterval(() => {
    const bytes = withGarbage()
    highest = Math.max(highest, bytes < before + PEAK_BYTES ? bytes : inUse())
  }, LOOK_MS)
  const received = await send(
    Array.from({ length: AT_ONCE }, (_, at) =>
      at < 2 ? sendingOf(at, 'float') : { ...sendingOf(at, 'float'), leavesMs: LEAVES_MS },
    ),
  )
  clearInterval(look)
  expect(received.some(({ status }) => status === 200)).toBe(true)
  expect(highest - before, 'bytes in use meanwhile').toBeLessThan(PEAK_BYTES)
  await vi.waitFor(() => expect(inUse() - before, 'bytes that are held').toBeLessThan(40 * MB), 10_000)
})

function sendingOf(at: number, format: string): Sending {
  return {
    url: `${app.url}/v1/embeddings`,
    method: 'POST',
    headers: {
      authorization: `Bearer ${programs[at % programs.length]?.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model: MODEL,
      input: Array.from({ length: TEXTS }, () => 'a'),
      encoding_format: format,
    }),
  }
}

async function send(all: readonly Sending[]): Promise<readonly Received[]> {
  sender.postMessage(all)
  const [received] = (await once(sender, 'message')) as [Received[]]
  return received
}
