import { expect, test } from 'vitest'
import { everyCall, httpServer, TOKEN } from '../../test/http-server.ts'
import { rateLimit } from './limits.ts'

function held(perMinute: number) {
  let ms = 0
  const limit = rateLimit(perMinute, { now: () => new Date(ms) })
  const took = (key: string, times: number) => {
    let count = 0
    for (let turn = 0; turn < times; turn += 1)
      try {
        limit.take(key)
        count += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
      }
    return count
  }
  return { limit, took, pass: (more: number) => (ms += more) }
}

test('as many at once as in a minute, then evenly', () => {
  const { took, pass } = held(60)
  expect(took('a', 100)).toBe(60)
  pass(10_000)
  expect(took('a', 100)).toBe(10)
  pass(600_000)
  expect(took('a', 100)).toBe(60)
})

test('each key has its own, and a refusal says when to come back', () => {
  const { limit, took } = held(30)
  took('a', 30)
  expect(took('b', 1)).toBe(1)
  expect(() => limit.check('a')).toThrow(expect.objectContaining({ retryAfter: 2 }))
  expect(() => limit.check('b')).not.toThrow()
})

test('a clock that is set back takes nothing away', () => {
  const { took, pass } = held(60)
  expect(took('a', 10)).toBe(10)
  pass(-3_600_000)
  expect(took('a', 100)).toBe(50)
})

test('a flood of keys is forgotten when they are full again', () => {
  const { took, pass } = held(60)
  for (let key = 0; key < 30_000; key += 1) {
    took(`key ${key}`, 1)
    pass(1)
  }
  took('used up', 60)
  pass(1)
  took('another', 1)
  expect(took('used up', 1)).toBe(0)
})

test('over HTTP: by person when signed in, by address when not, in the error form', async () => {
  const server = await httpServer(
    everyCall(() => undefined as never, { models: { list: () => ({ Models: [] }) } }),
    { limits: { requestsPerMinute: 20 } },
  )
  const ask = (path: string, token: string) =>
    fetch(`${server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const statuses = async (path: string, token: string) => {
    const seen = new Map<number, number>()
    for (let turn = 0; turn < 22; turn += 1) {
      const { status } = await ask(path, token)
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    return Object.fromEntries(seen)
  }
  try {
    expect(await statuses('models', TOKEN)).toEqual({ 200: 20, 429: 2 })
    expect((await ask('models', 'guest-token')).status).toBe(200)
    expect(await statuses('models', 'nobody')).toEqual({ 401: 20, 429: 2 })
    const refused = await ask('models', 'nobody')
    expect(refused.headers.get('retry-after')).toBe('3')
    expect(await refused.json()).toMatchObject({ errorCode: 'TOO_MANY_ATTEMPTS' })
  } finally {
    await server.close()
  }
})
