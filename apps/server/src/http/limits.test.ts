import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { everyCall, httpServer, TOKEN, viewer } from '#test/http-server.ts'
import { Problem } from '#problem.ts'
import { noteIssued } from './admission.ts'
import { knownBearers } from './known-bearers.ts'
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

test('allows the requests of a minute at once, then refills evenly', () => {
  const { took, pass } = held(60)
  expect(took('a', 100)).toBe(60)
  pass(10_000)
  expect(took('a', 100)).toBe(10)
  pass(600_000)
  expect(took('a', 100)).toBe(60)
})

test('each key has its own limit, and a refusal says when to retry', () => {
  const { limit, took } = held(30)
  took('a', 30)
  expect(took('b', 1)).toBe(1)
  expect(() => limit.take('a')).toThrow(expect.objectContaining({ retryAfter: 2 }))
  expect([limit.isLeft('a'), limit.isLeft('b')]).toEqual([false, true])
})

test('a clock that is set back does not reduce the limit', () => {
  const { took, pass } = held(60)
  expect(took('a', 10)).toBe(10)
  pass(-3_600_000)
  expect(took('a', 100)).toBe(50)
})

test('a flood of keys does not make it forget a key that is used up', () => {
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

test('the time per new key does not grow with the number of keys', () => {
  const { took } = held(60)
  const flood = (from: number) => {
    const before = performance.now()
    for (let key = from; key < from + 10_000; key += 1) took(`key ${key}`, 1)
    return performance.now() - before
  }
  flood(0)
  // Sweeping all buckets for every new one took half a minute.
  expect(flood(10_000)).toBeLessThan(2_000)
})

test('limits HTTP requests per user, or per address without sign-in, with 429', async () => {
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

test('requests with invalid tokens do not block signed-in users, renewals or sign-ins', async () => {
  const server = await httpServer(
    everyCall(() => undefined as never, {
      models: { list: () => ({ Models: [] }) },
      auth: {
        refresh: () => ({ data: PAIR, meta: { userId: 1, mustChangePassword: false } }),
        setUpState: () => ({ needed: false }),
        ssoBegin: () => ({ url: '', key: '' }),
        authenticate: () => ({ data: PAIR, meta: { userId: 1, mustChangePassword: false } }),
      },
    }),
    { limits: { requestsPerMinute: 20 }, checkReplies: false },
  )
  const ask = async (method: string, path: string, token: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' }
    const type = body ? { 'content-type': 'application/json' } : {}
    const sent = { method, headers: { ...headers, ...type }, ...(body ? { body } : {}) }
    return (await fetch(`${server.url}/api/v1/${path}`, sent)).status
  }
  const last = async (method: string, path: string, token: string) => {
    const all = await Promise.all(Array.from({ length: 30 }, () => ask(method, path, token)))
    return all.filter((status) => status === 429).length
  }
  try {
    expect(await last('GET', 'models', 'nobody')).toBe(10)
    expect(await last('GET', 'setup', 'nobody')).toBe(10)
    expect(await last('POST', 'auth/refresh', 'nobody')).toBe(10)
    expect(await ask('GET', 'models', TOKEN)).toBe(200)
    expect(await ask('POST', 'auth/refresh', 'good-refresh')).toBe(200)
    const credentials = '{"userName":"anna","userPassword":"secret"}'
    expect(await ask('POST', 'auth/authenticate', 'nobody', credentials)).toBe(200)
    // Many started single sign-ons do not block others; large bodies are counted as everywhere.
    const begin = (more: string) => ask('POST', 'auth/sso/begin', 'nobody', `{"redirectUri":"${more}"}`)
    for (let i = 0; i < 40; i++) expect(await begin('x')).toBe(200)
    const large = await Promise.all(Array.from({ length: 3 }, () => begin('x'.repeat(20_000))))
    expect(large).toEqual([429, 429, 429])
  } finally {
    await server.close()
  }
})

test('a flood of sign-ins does not block a known address and is handled a few at a time', async () => {
  let isKnown = false
  let [running, most] = [0, 0]
  const authenticate = async () => {
    most = Math.max(most, ++running)
    await nextTurn()
    running--
    return { data: PAIR, meta: { userId: 1, mustChangePassword: false } }
  }
  const server = await httpServer(
    everyCall(() => undefined as never, { auth: { authenticate } }),
    {
      limits: { requestsPerMinute: 20 },
      sessions: {
        kind: 'person',
        needsHeader: true,
        viewerOf: () => Promise.reject(new Problem('TOKEN_INVALID')),
        canRenew: () => Promise.resolve(false),
        isKnownSource: () => Promise.resolve(isKnown),
        whenEnded: () => () => undefined,
      },
    },
  )
  const signIns = async (count: number) => {
    const init = {
      method: 'POST',
      headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
      body: '{"userName":"anna","userPassword":"secret"}',
    }
    const url = `${server.url}/api/v1/auth/authenticate`
    const all = await Promise.all(Array.from({ length: count }, () => fetch(url, init)))
    return all.filter(({ status }) => status === 200).length
  }
  expect(await signIns(40)).toBe(20)
  most = 0
  expect(await signIns(5)).toBe(0)
  isKnown = true
  expect(await signIns(40)).toBe(40)
  expect(most).toBeLessThanOrEqual(4)
  await server.close()
})

test('an access token is known as soon as it is issued', () => {
  const known = knownBearers(100)
  noteIssued({ data: PAIR, meta: { userId: 1 } }, known)
  noteIssued({ data: {} }, known)
  noteIssued(undefined, known)
  expect([known.has(PAIR.access_token), known.has(PAIR.refresh_token)]).toEqual([true, false])
  expect(known.viewerKeyOf(PAIR.access_token)).toBe('user 1')
})

test('a signed-in user does not wait behind a flood of invalid tokens from the same address', async () => {
  const flood = Promise.withResolvers<never>()
  flood.promise.catch(() => undefined)
  let guesses = 0
  let ended = false
  const sessions = {
    kind: 'person' as const,
    needsHeader: true,
    viewerOf: (token: string) =>
      token === TOKEN && !ended ? Promise.resolve(viewer()) : (guesses++, flood.promise),
    canRenew: () => Promise.resolve(false),
    isKnownSource: () => Promise.resolve(false),
    whenEnded: () => () => undefined,
  }
  const server = await httpServer(
    everyCall(() => undefined as never, { models: { list: () => ({ Models: [] }) } }),
    { limits: { requestsPerMinute: 20 }, checkReplies: false, sessions },
  )
  const ask = async (token: string, init: RequestInit = {}) =>
    (await fetch(`${server.url}/api/v1/models`, { headers: { authorization: `Bearer ${token}` }, ...init }))
      .status
  expect(await ask(TOKEN)).toBe(200)
  // Without a token: refused at once, until the address is over the limit.
  for (let i = 0; i < 20; i++) await fetch(`${server.url}/api/v1/models`).then((reply) => reply.arrayBuffer())
  const guessing = Array.from({ length: 30 }, (_, i) => ask(`guess-${i}`))
  await expect.poll(() => guesses).toBe(4)
  expect(await ask(TOKEN, { signal: AbortSignal.timeout(5_000) })).toBe(200)
  // A known bearer whose session has ended is refused with priority once, and then queues like the others.
  ended = true
  const after = [ask(TOKEN)]
  await expect.poll(() => guesses).toBe(5)
  flood.reject(new Problem('TOKEN_INVALID'))
  await Promise.all([...guessing, ...after])
  await server.close()
})

test('requests of a known person beyond the limit look up no token, whichever they use', async () => {
  let looked = 0
  const sessions = {
    kind: 'person' as const,
    needsHeader: true,
    viewerOf: () => (looked++, Promise.resolve(viewer())),
    canRenew: () => Promise.resolve(false),
    isKnownSource: () => Promise.resolve(false),
    whenEnded: () => () => undefined,
  }
  // The clock stands still, so that nothing is allowed meanwhile.
  const now = new Date()
  const server = await httpServer(
    everyCall(() => undefined as never, { models: { list: () => ({ Models: [] }) } }),
    { limits: { requestsPerMinute: 20 }, checkReplies: false, sessions, clock: { now: () => now } },
  )
  const ask = async (token: string) =>
    (await fetch(`${server.url}/api/v1/models`, { headers: { authorization: `Bearer ${token}` } })).status
  for (let i = 0; i < 20; i++) expect(await ask(i % 2 ? 'one' : 'two')).toBe(200)
  for (let i = 0; i < 20; i++) expect(await ask(i % 2 ? 'one' : 'two')).toBe(429)
  expect(looked).toBe(20)
  await server.close()
})

test('recent tokens are known, up to a limit and until they are forgotten', () => {
  const known = knownBearers(100)
  for (let i = 0; i < 1_050; i++) known.note(`bearer ${i}`)
  expect(known.has('bearer 1049')).toBe(true)
  expect(known.has('bearer 950')).toBe(true)
  expect(known.has('bearer 800')).toBe(false)
  known.forget('bearer 950')
  expect(known.has('bearer 950')).toBe(false)
})

test('an IPv6 network shares one limit, and an untrusted proxy is logged once', async () => {
  const count = async (trustedProxies: string[]) => {
    const server = await httpServer(
      everyCall(() => undefined as never, { auth: { setUpState: () => ({ needed: false }) } }),
      {
        config: { trustedProxies } as never,
        limits: { requestsPerMinute: 20 },
        checkReplies: false,
      },
    )
    const ask = async (from: string) =>
      (await fetch(`${server.url}/api/v1/setup`, { headers: { 'x-forwarded-for': from } })).status
    const network = await Promise.all(
      Array.from({ length: 25 }, (_, host) => ask(`2001:db8:0:1::${host.toString(16)}`)),
    )
    const another = await ask('2001:db8:0:2::1')
    const hints = server.lines().filter(({ msg }) => String(msg).includes('trustedProxies'))
    await server.close()
    return { refused: network.filter((status) => status === 429).length, another, hints: hints.length }
  }
  expect(await count(['127.0.0.1'])).toEqual({ refused: 5, another: 200, hints: 0 })
  expect(await count([])).toEqual({ refused: 5, another: 429, hints: 1 })
})

const PAIR = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900 }
