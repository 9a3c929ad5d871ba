import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { contract } from '@polylogue/contract/browser'
import { createClient, type ClientOptions } from './index.ts'

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

const running: Server[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.close().closeAllConnections()
})

async function serve(
  answer: (seen: Seen, response: ServerResponse) => void,
  options: Partial<ClientOptions> = {},
) {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () =>
      answer({ method: request.method, url: request.url, headers: request.headers, body }, response),
    )
  })
  running.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...options })
}

const success = (data: unknown, meta: unknown = {}) => JSON.stringify({ messageContent: { meta, data } })
const failure = (errorCode: string, meta: object = {}) =>
  JSON.stringify({
    errorCode,
    errorMessage: 'A sentence.',
    messageContent: { meta: { requestId: 'r1', ...meta }, data: null },
  })

test('a call sends params, query, body, token and X-Requested-With, and returns unwrapped data', async () => {
  const seen: Seen[] = []
  const client = await serve(
    (request, response) => {
      seen.push(request)
      response.end(success({ Queries: [] }, { nextCursor: 'next' }))
    },
    { token: () => 'abc' },
  )
  const { data, meta } = await client.call(contract.queries.list, {
    params: { id: 4 },
    query: { limit: 5, cursor: 'a b' },
  })
  expect(data.Queries).toEqual([])
  expect(meta.nextCursor).toBe('next')
  expect(seen[0]).toMatchObject({
    method: 'GET',
    url: '/api/v1/queries/4/queries?limit=5&cursor=a+b',
    body: '',
  })
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer abc',
    'x-requested-with': 'XMLHttpRequest',
  })
  await client.call(contract.projects.create, { body: { name: 'Ä' } })
  expect(seen[1]).toMatchObject({ method: 'POST', url: '/api/v1/projects', body: '{"name":"Ä"}' })
  expect(seen[1]?.headers['content-type']).toBe('application/json')
})

test('returns bytes as a Blob and a raw reply unchanged', async () => {
  const client = await serve((request, response) => {
    if (request.url?.endsWith('/health')) response.end('{"status":"ok","version":"1"}')
    else response.setHeader('content-type', 'image/png').end(Buffer.from([1, 2, 255]))
  })
  const { data } = await client.call(contract.queries.attachment, { params: { id: 1, index: 0 } })
  expect(data.type).toBe('image/png')
  expect(new Uint8Array(await data.arrayBuffer())).toEqual(new Uint8Array([1, 2, 255]))
  expect((await client.call(contract.tools.health)).data.status).toBe('ok')
})

test('throws an ApiProblem with all details of the error response', async () => {
  const issues = [{ path: 'body.name', message: 'too short' }]
  const client = await serve((_, response) => {
    response.writeHead(400, { 'retry-after': '7' }).end(failure('VALIDATION_FAILED', { issues }))
  })
  await expect(client.call(contract.models.list)).rejects.toMatchObject({
    name: 'ApiProblem',
    status: 400,
    code: 'VALIDATION_FAILED',
    message: 'A sentence.',
    requestId: 'r1',
    retryAfter: 7,
    issues,
  })
})

test('throws OFFLINE without a reply, UNEXPECTED for a proxy’s page and the reason of an abort', async () => {
  const client = await serve((request, response) => {
    if (request.url?.endsWith('/models')) response.socket?.destroy()
    else if (request.url?.endsWith('/setup')) response.writeHead(502).end('<html>Bad gateway</html>')
    else
      response
        .writeHead(200, { 'content-length': '100' })
        .write('{"status"', () => response.socket?.destroy())
  })
  await expect(client.call(contract.models.list)).rejects.toMatchObject({ status: 0, code: 'OFFLINE' })
  await expect(client.call(contract.auth.setUpState)).rejects.toMatchObject({
    status: 502,
    code: 'UNEXPECTED',
  })
  await expect(client.call(contract.tools.health)).rejects.toMatchObject({ status: 0, code: 'OFFLINE' })
  const signal = AbortSignal.abort(new Error('mine'))
  await expect(client.call(contract.models.list, {}, { signal })).rejects.toThrow('mine')
})

test('many calls with an expired token renew it once and are all repeated', async () => {
  let token = 'old'
  let renewals = 0
  let refused = 0
  const client = await serve(
    (request, response) => {
      if (request.headers.authorization === 'Bearer new') response.end(success({ Models: [] }))
      else {
        refused += 1
        response.writeHead(401).end(failure('TOKEN_EXPIRED'))
      }
    },
    {
      token: () => token,
      onUnauthorized: async () => {
        renewals += 1
        await Promise.resolve()
        token = 'new'
        return true
      },
    },
  )
  await Promise.all(Array.from({ length: 10 }, () => client.call(contract.models.list)))
  expect(renewals).toBe(1)
  expect(refused).toBe(10)
})

test('a call that stays refused fails, and a refused sign-in renews no token', async () => {
  let renewals = 0
  let asked = 0
  const client = await serve(
    (_, response) => {
      asked += 1
      response.writeHead(401).end(failure(asked === 1 ? 'SIGN_IN_FAILED' : 'TOKEN_INVALID'))
    },
    {
      token: () => 'old',
      onUnauthorized: async () => {
        renewals += 1
        return renewals === 1
      },
    },
  )
  const signIn = client.call(contract.auth.authenticate, { body: { userName: 'a', userPassword: 'b' } })
  await expect(signIn).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
  expect(renewals).toBe(0)
  await expect(client.call(contract.models.list)).rejects.toMatchObject({
    status: 401,
    code: 'TOKEN_INVALID',
  })
  expect(asked).toBe(3)
  await expect(client.call(contract.models.list)).rejects.toMatchObject({ status: 401 })
  expect(renewals).toBe(2)
  expect(asked).toBe(4)
})
