// Calls for pages of other origins (API-14): who may read a reply, preflight requests, and the size of bodies.
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN } from '#test/http-server.ts'
import { Problem } from '#problem.ts'
import { routes, type RequestFacts } from './routes.ts'

const SITE = 'https://www.example.org'
const data = z.object({})
const params = z.object({ name: z.string() })
const calls = {
  read: call(
    { method: 'GET', path: 'seen/{name}', admits: ['open'], crossOrigin: true },
    { summary: 'For pages', params, data },
  ),
  ask: call(
    { method: 'POST', path: 'seen/{name}', admits: ['visitor'], crossOrigin: true },
    { summary: 'For visitors', params, bodySchema: z.object({ text: z.string() }), data },
  ),
  change: call(
    { method: 'PUT', path: 'seen/{name}' },
    { summary: 'For people of the installation', params, data },
  ),
}
let seen: RequestFacts | undefined
const seeing = routes(calls, {
  read: (_, { params: { name } }, facts) => {
    seen = facts
    if (name === 'none') throw new Problem('NOT_FOUND', { thing: 'page' })
    return {}
  },
  ask: () => ({}),
  change: () => ({}),
})
const server = await httpServer(
  everyCall(() => undefined as never),
  {
    furtherRoutes: [seeing],
    crossOrigin: { allows: async ({ name }, { origin }) => name !== 'closed' && origin === SITE },
    limits: { requestsPerMinute: 60 },
  },
)
afterAll(() => server.close())

const url = (name: string) => `${server.url}/api/v1/seen/${name}`
const letIn = ({ headers }: Response) => headers.get('access-control-allow-origin')

test('only a page of an allowed origin gets the reply, also an error, and never with credentials', async () => {
  for (const [name, status] of [
    ['bot', 200],
    ['none', 404],
  ] as const) {
    const reply = await fetch(url(name), { headers: { origin: SITE } })
    expect([reply.status, letIn(reply)]).toEqual([status, SITE])
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
    expect(reply.headers.get('vary')).toMatch(/origin/i)
  }
  const refused = await fetch(url('bot'), {
    method: 'POST',
    headers: { origin: SITE, authorization: 'Bearer unknown-token' },
  })
  expect([refused.status, letIn(refused)]).toEqual([401, SITE])
})

test.each([
  'https://example.org',
  'http://www.example.org',
  `${SITE}:8443`,
  `${SITE}.evil.example`,
  'null',
  '',
])('a page of “%s” gets no reply', async (origin) => {
  expect(letIn(await fetch(url('bot'), { headers: { origin } }))).toBeNull()
  const preflight = await fetch(url('bot'), { method: 'OPTIONS', headers: { origin } })
  expect([preflight.status, letIn(preflight)]).toEqual([204, null])
})

test('a preflight request names the calls of the path that are for pages, and no others', async () => {
  const headers = { origin: SITE, 'access-control-request-method': 'POST' }
  const reply = await fetch(url('bot'), { method: 'OPTIONS', headers })
  expect([reply.status, letIn(reply)]).toEqual([204, SITE])
  expect(reply.headers.get('access-control-allow-methods')).toBe('GET, POST')
  expect(reply.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(letIn(await fetch(url('closed'), { method: 'OPTIONS', headers }))).toBeNull()
  const other = await fetch(`${server.url}/api/v1/projects`, { method: 'OPTIONS', headers })
  expect([other.status, letIn(other)]).toEqual([405, null])
})

test('a call for people has no such headers, whatever the page', async () => {
  const headers = { origin: SITE, authorization: `Bearer ${TOKEN}`, 'x-requested-with': 'XMLHttpRequest' }
  expect(letIn(await fetch(url('bot'), { method: 'PUT', headers }))).toBeNull()
})

test('a visitor needs no X-Requested-With, and may send 64 kB', async () => {
  const ask = (text: string) =>
    fetch(url('bot'), {
      method: 'POST',
      headers: { origin: SITE, authorization: 'Bearer visitor-token', 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
  expect((await ask('x'.repeat(65_000))).status).toBe(200)
  const large = await ask('x'.repeat(66_000))
  expect([large.status, letIn(large)]).toEqual([413, SITE])
})

test('the handler knows the page, and whether it is of this installation', async () => {
  const pageWith = async (headers: Record<string, string>) => {
    await fetch(url('bot'), { headers })
    return seen?.page
  }
  expect(await pageWith({ origin: SITE })).toEqual({ origin: SITE, isOwn: false })
  expect(await pageWith({ origin: server.url })).toEqual({ origin: server.url, isOwn: true })
  expect(await pageWith({})).toEqual({ origin: undefined, isOwn: false })
  expect(await pageWith({ 'sec-fetch-site': 'same-origin' })).toEqual({ origin: undefined, isOwn: true })
  expect(await pageWith({ 'sec-fetch-site': 'cross-site' })).toEqual({ origin: undefined, isOwn: false })
})

test('a flood of preflight requests is refused before anything is looked up', async () => {
  const flood = Array.from({ length: 80 }, () =>
    fetch(url('bot'), { method: 'OPTIONS', headers: { origin: SITE } }),
  )
  expect((await Promise.all(flood)).some(({ status }) => status === 429)).toBe(true)
})
