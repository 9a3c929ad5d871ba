import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_ROOT, contract, type Call, type Calls } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { everyCall, httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'
import { Problem } from '#problem.ts'
import { routes, type RequestFacts, type Routes } from './routes.ts'

const project = (id: number) => ({ project: { id, name: 'made up' } })
const seen: { facts?: RequestFacts; input?: unknown } = {}
let server: HttpServer

beforeAll(async () => {
  const answer = (_: unknown, input: unknown, facts: RequestFacts): never => {
    Object.assign(seen, { input, facts })
    throw new Problem('NOT_FOUND', { thing: 'thing' })
  }
  const given = everyCall(answer, {
    projects: {
      create: (_: never, { body }: { body: { name: string } }) => {
        if (body.name === 'boom') throw new Error('column secret_column does not exist')
        if (body.name === 'busy') throw new Problem('SERVER_BUSY', { seconds: 9 }, { retryAfter: 9 })
        return project(7)
      },
      list: () => ({ data: { Projects: [] }, meta: { nextCursor: 'on' } }),
    },
    queries: {
      attachment: (_: never, { params }: { params: { index: number } }) =>
        [
          { name: 'a “b”.png', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) },
          {
            name: 'x\r\nset-cookie: a=b',
            mimeType: 'text/html',
            bytes: Buffer.from('<script>alert(1)</script>'),
          },
        ][params.index],
    },
    tools: {
      health: () => ({ status: 'ok', version: '1' }),
      viewer: () => ({ html: '<!doctype html><script nonce="__NONCE__"></script>' }),
    },
  })
  server = await httpServer(given, { checkReplies: false, licence: { expired: () => true } })
})
afterAll(() => server.close())

const headers = {
  authorization: `Bearer ${TOKEN}`,
  'x-requested-with': 'XMLHttpRequest',
  'content-type': 'application/json',
}
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${API_ROOT}/${path}`, { headers, ...init })
const create = (body: unknown, more: Record<string, string> = {}) =>
  ask('projects', { method: 'POST', body: JSON.stringify(body), headers: { ...headers, ...more } })

describe('contract and routes', () => {
  test('every call of the contract has a route, and other methods are refused with 405', async () => {
    const calls = Object.values(contract).flatMap((noun: Calls) => Object.values(noun) as Call[])
    expect(calls.length).toBeGreaterThan(30)
    for (const call of calls) {
      const path = call.path.replace(/\{\w+\}/g, '1')
      const { status } = await ask(path, { method: call.method })
      expect([call.path, status]).not.toEqual([call.path, 405])
      const others = calls
        .filter((other) => other.path.replace(/\{\w+\}/g, '1') === path)
        .map((other) => other.method)
      // Browsers ask before calls of other pages.
      const isCross = calls.some((other) => other.crossOrigin && other.path.replace(/\{\w+\}/g, '1') === path)
      const known = [...others, ...(isCross ? ['OPTIONS'] : [])]
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (known.includes(method)) continue
        const refused = await ask(path, { method })
        expect([method, path, refused.status]).toEqual([method, path, 405])
        expect(refused.headers.get('allow')?.split(', ').sort()).toEqual([...new Set(known)].sort())
      }
    }
  })

  test.each([
    'projectz',
    '',
    'projects/1/tabs/',
    '/projects',
    'projects//1',
    'Projects',
    'users/1/projects;x=1',
    '%70rojects/../x',
  ])('refuses the unknown path %j with 404', async (path) => {
    const reply = await ask(path)
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ errorCode: 'NO_SUCH_CALL', messageContent: { data: null } })
  })

  test('does not start with a route outside the contract or a call without a route', async () => {
    const call = { ...contract.models.list }
    const unknown: Routes = routes({ list: call }, { list: () => ({ Models: [] }) })
    await expect(httpServer([unknown])).rejects.toThrow('GET models is not in the contract')
    await expect(
      httpServer(everyCall(() => undefined as never).slice(1), { partial: false }),
    ).rejects.toThrow('POST auth/authenticate')
  })
})

describe('replies', () => {
  test('a success is wrapped with meta and data, and a creation has the status 201', async () => {
    const made = await create({ name: 'x' })
    expect(made.status).toBe(201)
    expect(await made.json()).toEqual({ messageContent: { meta: {}, data: project(7) } })
    const list = await ask('users/1/projects')
    expect(await list.json()).toEqual({
      messageContent: { meta: { nextCursor: 'on' }, data: { Projects: [] } },
    })
    expect(list.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(list.headers.get('cache-control')).toBe('no-store')
  })

  test('health is not wrapped', async () => {
    expect(await (await ask('health')).json()).toEqual({ status: 'ok', version: '1' })
  })

  test('bytes are sent so that a browser cannot run them', async () => {
    const picture = await ask('queries/1/attachments/0')
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''a%20%E2%80%9Cb%E2%80%9D.png",
    )
    const page = await ask('queries/1/attachments/1')
    expect(page.headers.get('content-type')).toBe('application/octet-stream')
    expect(page.headers.get('set-cookie')).toBeNull()
    expect(page.headers.get('content-security-policy')).toContain('sandbox')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('an unexpected error returns only its request id, and its details are logged', async () => {
    const reply = await create({ name: 'boom' })
    const body = (await reply.json()) as {
      errorMessage: string
      messageContent: { meta: { requestId: string } }
    }
    expect(reply.status).toBe(500)
    expect(body).toMatchObject({ errorCode: 'UNEXPECTED', messageContent: { data: null } })
    expect(JSON.stringify(body)).not.toContain('secret_column')
    const { requestId } = body.messageContent.meta
    expect(body.errorMessage).toContain(requestId)
    expect(reply.headers.get('x-request-id')).toBe(requestId)
    const line = server.lines().find((one) => one['level'] === 50 && one['requestId'] === requestId)
    expect(line?.['error']).toMatchObject({ message: 'column secret_column does not exist' })
  })

  test('a problem sets its Retry-After header', async () => {
    const reply = await create({ name: 'busy' })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '9'])
  })

  test('a request is logged without its query, body and token', async () => {
    await ask('search?q=canary-query')
    await create({ name: 'canary-body' })
    const lines = server.lines()
    expect(lines.findLast((line) => line['route'] === '/api/v1/search')).toMatchObject({
      method: 'GET',
      status: 404,
      userId: 1,
    })
    expect(JSON.stringify(lines)).not.toMatch(/canary-|a-good-token/)
  })
})

describe('authorization', () => {
  test.each([
    ['no token', undefined, 'TOKEN_INVALID'],
    ['an unknown token', 'Bearer nobody', 'TOKEN_INVALID'],
    ['an expired token', 'Bearer old-token', 'TOKEN_EXPIRED'],
    ['a widget token', 'Bearer visitor-token', 'TOKEN_INVALID'],
    ['another scheme', `Basic ${TOKEN}`, 'TOKEN_INVALID'],
    ['a token with trailing text', `Bearer ${TOKEN} x`, 'TOKEN_INVALID'],
    ['a very long token', `Bearer ${'a'.repeat(5_000)}`, 'TOKEN_INVALID'],
  ])('%s is refused with 401', async (_, authorization, errorCode) => {
    const reply = await ask('models', { headers: authorization ? { authorization } : {} })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    expect(await reply.json()).toMatchObject({ errorCode })
  })

  test('a token outside the Authorization header is ignored', async () => {
    for (const more of [{ cookie: `access_token=${TOKEN}` }, { 'x-api-key': TOKEN }])
      expect((await ask(`models?access_token=${TOKEN}&token=${TOKEN}`, { headers: more })).status).toBe(401)
  })

  test('a write needs X-Requested-With, a GET request does not', async () => {
    const { 'x-requested-with': _, ...without } = headers
    const reply = await ask('projects', { method: 'POST', body: '{"name":"x"}', headers: without })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ errorCode: 'MISSING_REQUESTED_WITH' })
    expect((await ask('projects/1', { headers: without })).status).toBe(404)
  })

  test('a missing permission is refused before the body is validated, an expired licence after it', async () => {
    const guest = await create('not even an object', { authorization: 'Bearer guest-token' })
    expect([guest.status, await guest.json()]).toMatchObject([403, { errorCode: 'PERMISSION_DENIED' }])
    const body = JSON.stringify({ projectTabId: 1, prompt: 'hello' })
    const licensed = await ask('models/1/prompt', { method: 'POST', body })
    expect([licensed.status, await licensed.json()]).toMatchObject([403, { errorCode: 'LICENSE_EXPIRED' }])
  })

  test('a handler receives input, address, user agent, token and last event id', async () => {
    await ask('queries/5/queries?limit=3', {
      headers: { ...headers, 'last-event-id': '12', 'user-agent': 'tester' },
    })
    expect(seen.input).toEqual({ params: { id: 5 }, query: { limit: 3 }, body: undefined })
    expect(seen.facts).toMatchObject({
      address: '127.0.0.1',
      agent: 'tester',
      bearer: TOKEN,
      lastEventId: 12,
    })
    await ask('projects/5', { headers: { ...headers, 'last-event-id': '1e9', 'x-forwarded-for': '6.6.6.6' } })
    expect(seen.facts).toMatchObject({ lastEventId: 0, address: '127.0.0.1' })
  })
})

describe('validation', () => {
  test('reports the paths of all invalid parts at once', async () => {
    const client = createClient({ baseUrl: server.url, token: () => TOKEN })
    const wrong = client.call(contract.projects.update, {
      params: { id: -1 },
      body: { name: '  ', defaultModelId: 'x' as unknown as number },
    })
    await expect(wrong).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    await expect(wrong).rejects.toHaveProperty('issues', [
      expect.objectContaining({ path: 'params.id' }),
      expect.objectContaining({ path: 'body.name' }),
      expect.objectContaining({ path: 'body.defaultModelId' }),
    ])
  })

  test.each([
    'users/1/projects?limit=0',
    'users/1/projects?limit=1&limit=2',
    'search',
    'search?q=a%00b',
    'users/1.5/projects',
    'users/0/projects',
  ])('refuses %s', async (path) => {
    const reply = await ask(path)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ errorCode: 'VALIDATION_FAILED' })
  })

  test('does not return values of the request', async () => {
    const reply = await create({ name: { canary: 'canary-value' }, description: 7 })
    expect(await reply.text()).not.toContain('canary-value')
  })
})

test('a reply that violates the contract fails with 500 when replies are checked', async () => {
  const wrong = { Models: [{ id: 'x' }] }
  const more = { needed: true, minimumPasswordStrength: 1, passwordHash: 'x' }
  const strict = await httpServer(
    everyCall(() => undefined as never, { models: { list: () => wrong }, auth: { setUpState: () => more } }),
  )
  try {
    await expect(strict.client.call(contract.models.list)).rejects.toMatchObject({ status: 500 })
    await expect(strict.client.call(contract.auth.setUpState)).rejects.toMatchObject({ status: 500 })
    expect(JSON.stringify(strict.lines())).toContain('has fields that the contract does not describe')
  } finally {
    await strict.close()
  }
})

test('a handler is notified when its client disconnects, and only then', async () => {
  const signals: AbortSignal[] = []
  let release: () => void = () => undefined
  const list = async (_: never, __: never, { gone }: RequestFacts) => {
    signals.push(gone)
    if (signals.length === 1) await new Promise<void>((resolve) => (release = resolve))
    return { Models: [] }
  }
  const other = await httpServer(everyCall(() => undefined as never, { models: { list } }))
  try {
    const control = new AbortController()
    const asked = other.client.call(contract.models.list, {}, { signal: control.signal })
    while (signals.length < 1) await new Promise((next) => setImmediate(next))
    const heard = new Promise<void>((resolve) => signals[0]?.addEventListener('abort', () => resolve()))
    control.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
    await heard
    release()
    await other.client.call(contract.models.list)
    await other.client.call(contract.models.list)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false])
  } finally {
    await other.close()
  }
})

test('a call to a stopped server fails with OFFLINE', async () => {
  const other = await httpServer(everyCall(() => undefined as never))
  await other.close()
  await expect(other.client.call(contract.models.list)).rejects.toMatchObject({ code: 'OFFLINE' })
})
