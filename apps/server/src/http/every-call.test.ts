// No request crashes the process: every call of the contract with every kind of invalid request, with and without a sign-in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admits, API_ROOT, contract, type Call, type Calls, type Failure } from '@polylogue/contract'
import type { z } from 'zod'
import { isFull } from '#test/full.ts'
import { everyCall, httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'
import { rawRequest } from '#test/raw-request.ts'
import { wrongBodies } from '#test/wrong-bodies.ts'
import { Problem } from '#problem.ts'

const calls = Object.values(contract).flatMap((noun: Calls) => Object.values(noun) as Call[])
const rejections: unknown[] = []
const onRejection = (reason: unknown) => rejections.push(reason)
let server: HttpServer

beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  server = await httpServer(
    everyCall(() => {
      throw new Problem('NOT_FOUND', { thing: 'thing' })
    }),
  )
})
afterAll(async () => {
  await server.close()
  process.off('unhandledRejection', onRejection)
})

// One value of each kind; `npm run test:full` adds more. The longest fits into all fields of a body.
const OTHERS = [0, 1.5, 1e300, '', 'x', [], {}]
const WRONG = [-1, true, null, '\ud800', [null], { a: 1 }, '0'.repeat(50_000), ...(isFull ? OTHERS : [])]

const BODIES = [
  undefined,
  'null',
  '[]',
  '""',
  '{}',
  '0',
  'true',
  '{arg:undefined}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
]
const PATHS = ['1', '0', '-1', 'x', '%00', '%ff', '99999999999999999999', '..', '%2e%2e', "1'--", '{}']

const TOKENS = [undefined, TOKEN]

function headersOf(token: string | undefined): Record<string, string> {
  return {
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('fuzz %s', async (_, call) => {
  const seen: [string, number][] = []
  const ask = async (path: string, body: string | undefined, token: string | undefined) => {
    const carries = call.method !== 'GET' && body !== undefined
    const reply = await fetch(`${server.url}${API_ROOT}/${path}`, {
      method: call.method,
      headers: headersOf(token),
      ...(carries ? { body } : {}),
    })
    seen.push([`${path} ${body?.slice(0, 80)} ${token}`, reply.status])
    expect(await reply.json()).toMatchObject({
      errorCode: expect.any(String) as string,
      messageContent: { data: null },
    })
  }
  for (const token of TOKENS) {
    const pathOf = (value: string) => call.path.replace(/\{\w+\}/g, value)
    // Without credentials the call is refused before its body and its numbers are read.
    const reaches = token !== undefined || admits(call, 'open') || isFull
    const bodies = reaches ? [...BODIES, ...wrongBodies(call, WRONG)] : BODIES.slice(-1)
    for (const body of call.method === 'GET' ? [undefined] : bodies) await ask(pathOf('1'), body, token)
    for (const path of new Set((reaches ? PATHS : PATHS.slice(-1)).map(pathOf)))
      await ask(`${path}?limit=x&cursor=%00&q=`, '{}', token)
    await rawRequest(server.port, (socket) => {
      const headers = Object.entries({ host: 'x', ...headersOf(token), 'content-length': '1000' })
      const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const path = `${API_ROOT}/${pathOf('1')}`
      socket.write(`${call.method} ${path} HTTP/1.1\r\n${head}\r\n{"a":`, () => socket.resetAndDestroy())
    })
  }
  expect(seen.filter(([, status]) => status < 400 || status >= 500)).toEqual([])
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  expect(rejections).toEqual([])
})

const optionalOf = (call: Call): string[] =>
  Object.entries((call.bodySchema as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {})
    .filter(([, field]) => field._zod.optin !== undefined)
    .map(([name]) => name)
const withOptional = calls
  .map((call) => [call, optionalOf(call)] as const)
  .filter(([, names]) => names.length > 0)

test.each(withOptional.map(([call, names]) => [`${call.method} ${call.path}`, call, names] as const))(
  'null for its optional fields is no issue of %s',
  async (_, call, names) => {
    const reply = await fetch(`${server.url}${API_ROOT}/${call.path.replace(/\{\w+\}/g, '1')}`, {
      method: call.method,
      headers: headersOf(TOKEN),
      body: JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))),
    })
    const { messageContent } = (await reply.json()) as Failure
    const paths = messageContent.meta.issues?.map(({ path }) => path) ?? []
    expect(paths.filter((path) => names.includes(path.replace(/^body\./, '')))).toEqual([])
  },
)

test('no invalid request is logged as a warning or an error', () => {
  expect(server.lines().filter((line) => Number(line['level']) >= 40)).toEqual([])
})
