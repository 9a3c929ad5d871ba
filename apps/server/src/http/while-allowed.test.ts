import { contract, API_ROOT } from '@polylogue/contract'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { everyCall, httpServer, TOKEN, viewer, type HttpServer } from '#test/http-server.ts'
import { Problem } from '#problem.ts'
import { whileAllowed } from './while-allowed.ts'

const PIECE = Buffer.alloc(65_536, 'x')

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield await Promise.resolve(PIECE)
}

let allowed = true
const check = () =>
  allowed ? Promise.resolve() : Promise.reject(new Problem('NOT_FOUND', { thing: 'document' }))
let server: HttpServer
beforeAll(async () => {
  server = await httpServer(
    everyCall(() => undefined as never, {
      media: {
        binary: () => ({ name: 'a', mimeType: 'text/plain', bytes: whileAllowed(endless(), check, 0) }),
      },
    }),
  )
})
afterAll(() => server.close())

/** Begins a download, and returns how to read on until it ends. */
async function download() {
  const reply = await fetch(`${server.url}${API_ROOT}/${contract.media.binary.path.replace('{id}', '1')}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const reader = reply.body?.getReader()
  if (!reader) throw new Error('no body')
  await reader.read()
  return async () => {
    while (!(await reader.read()).done);
  }
}

test('a download ends with the session of its reader', async () => {
  const rest = await download()
  server.endSession(viewer().sessionId)
  await expect(rest()).rejects.toThrow()
})

test('a download ends when its reader may not read it any more', async () => {
  const rest = await download()
  allowed = false
  await expect(rest()).rejects.toThrow()
  allowed = true
})

test('access is checked only now and then', async () => {
  let checks = 0
  let pieces = 0
  for await (const _ of whileAllowed(endless(), () => Promise.resolve(++checks))) if (++pieces === 100) break
  expect(checks).toBe(0)
})

test.each([
  new Error('Failed query', { cause: new Problem('DATABASE_UNAVAILABLE', {}) }),
  Object.assign(new Error('locked'), { code: '55P03' }),
  new Error('Failed query', { cause: Object.assign(new Error('too long'), { code: '57014' }) }),
])('a database that cannot be asked breaks a reply off only after a minute: %s', async (error) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let isAway = true
  const pieces = whileAllowed(endless(), () => (isAway ? Promise.reject(error) : Promise.resolve()))
  const readAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return pieces.next()
  }
  await pieces.next()
  for (const ms of [3_000, 50_000]) expect(await readAfter(ms)).toMatchObject({ done: false })
  isAway = false
  expect(await readAfter(3_000)).toMatchObject({ done: false })
  isAway = true
  expect(await readAfter(59_000)).toMatchObject({ done: false })
  await expect(readAfter(3_000)).rejects.toBe(error)
})
