// No request causes a defect (INPUT-1): every call of the contract with wrong bodies, paths and broken connections, without
// a user and as a user with nearly all permissions.
import { admits, API_ROOT, contract, type Call, type Calls } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../full.ts'
import { rawRequest } from '../raw-request.ts'
import { testApp, type TestApp, type TestUser } from '../test-app.ts'
import { wrongBodies } from '../wrong-bodies.ts'

const calls = Object.values(contract).flatMap((noun: Calls) => Object.values(noun) as Call[])
const rejections: unknown[] = []
const onRejection = (reason: unknown) => rejections.push(reason)
let app: TestApp
let admin: TestUser

beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  app = await testApp({ file: { limits: { requestsPerMinute: 1_000_000 }, allowSignUp: true } })
  admin = await app.deps.user({ roleId: 3 })
})
afterAll(async () => {
  await app.close()
  process.off('unhandledRejection', onRejection)
})

// One of each kind; `npm run test:full` adds more, and all of them without a user.
const OTHERS = ['', [], 'x\u202e']
const WRONG = [-1, 1e300, true, null, '\ud800', [null], {}, 'x'.repeat(300), ...(isFull ? OTHERS : [])]
const BODIES = [undefined, 'null', '[]', '""', '{}', '{arg:undefined}', '{"__proto__":{"isAdmin":true}}']
const PATHS = ['1', '0', '-1', 'x', '%00', '%ff', '99999999999999999999', "1'--"]

const headersOf = (token: string | undefined): Record<string, string> => ({
  'x-requested-with': 'XMLHttpRequest',
  'content-type': 'application/json',
  ...(token ? { authorization: `Bearer ${token}` } : {}),
})

const seen: string[] = []

async function ask(call: Call, path: string, body: string | undefined, token: string | undefined) {
  const gone = new AbortController()
  const carries = call.method !== 'GET' && body !== undefined
  const reply = await fetch(`${app.url}${API_ROOT}/${path}`, {
    method: call.method,
    headers: headersOf(token),
    signal: gone.signal,
    ...(carries ? { body } : {}),
  })
  gone.abort()
  if (reply.status >= 500) seen.push(`${reply.status} ${call.method} ${path} ${body?.slice(0, 80)}`)
}

/** Breaks the connection in the middle of the body. */
const breakOff = (call: Call, token: string | undefined) =>
  rawRequest(Number(new URL(app.url).port), (socket) => {
    const headers = Object.entries({ host: 'x', ...headersOf(token), 'content-length': '1000' })
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const path = `${API_ROOT}/${call.path.replace(/\{\w+\}/g, '1')}`
    socket.write(`${call.method} ${path} HTTP/1.1\r\n${head}\r\n{"a":`, () => socket.resetAndDestroy())
  })

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('fuzz %s', async (_, call) => {
  // Must not delete the caller or the targets of later requests.
  const id = call.method === 'DELETE' ? '999999' : '1'
  const { token } = call.path === 'auth/logout' ? await app.deps.again(admin) : admin
  const path = call.path.replace(/\{\w+\}/g, id)
  for (const who of [undefined, token]) {
    // A request without a user is refused before its body and its numbers are read.
    const reaches = who !== undefined || admits(call, 'open') || isFull
    const bodies = reaches ? [...BODIES, ...wrongBodies(call, WRONG)] : BODIES.slice(-1)
    await Promise.all(
      (call.method === 'GET' ? [undefined] : bodies).map((body) => ask(call, path, body, who)),
    )
    const values = PATHS.filter((value) => value !== '1' || id === '1')
    const paths = (reaches ? values : values.slice(-1)).map((value) => call.path.replace(/\{\w+\}/g, value))
    await Promise.all([...new Set(paths)].map((one) => ask(call, `${one}?limit=x&cursor=%00&q=`, '{}', who)))
    await breakOff(call, who)
  }
  expect(seen.splice(0)).toEqual([])
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  expect(rejections).toEqual([])
})

test('no invalid request is logged as an error', () => {
  const lines = app.logged().split('\n').filter(Boolean)
  const defects = lines.filter((line) => Number((JSON.parse(line) as { level: number }).level) >= 50)
  expect(defects).toEqual([])
})
