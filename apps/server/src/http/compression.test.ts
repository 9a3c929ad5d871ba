import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_ROOT } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'
import { Problem } from '#problem.ts'

const SIZES = { short: 100, usual: 8_000, long: 200_000 }
let server: HttpServer
let size = SIZES.usual

beforeAll(async () => {
  const answer = (): never => {
    throw new Problem('NOT_FOUND', { thing: 'thing' })
  }
  const text = () => 'A line of an answer. '.repeat(size).slice(0, size)
  const given = everyCall(answer, {
    projects: { list: () => ({ data: { Projects: [{ name: text() }] }, meta: { nextCursor: null } }) },
    queries: {
      attachment: () => ({ name: 'bids.csv', mimeType: 'text/csv', bytes: Buffer.from(text()) }),
    },
  })
  server = await httpServer(given, { checkReplies: false })
})
afterAll(() => server.close())

const ask = (path: string, acceptEncoding: string) =>
  fetch(`${server.url}${API_ROOT}/${path}`, {
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'x-requested-with': 'XMLHttpRequest',
      'accept-encoding': acceptEncoding,
    },
  })

const list = async (length: number, acceptEncoding = 'gzip, deflate, br') => {
  size = length
  const reply = await ask('users/7/projects', acceptEncoding)
  const { messageContent } = (await reply.json()) as {
    messageContent: { data: { Projects: [{ name: string }] } }
  }
  expect(messageContent.data.Projects[0].name).toHaveLength(length)
  return reply.headers
}

test.each(['usual', 'long'] as const)('a %s reply is compressed and complete', async (kind) => {
  const headers = await list(SIZES[kind])
  expect(headers.get('content-encoding')).toBe('gzip')
  expect(headers.get('vary')).toContain('accept-encoding')
  expect(headers.get('cache-control')).toBe('no-store')
  if (kind === 'usual') expect(Number(headers.get('content-length'))).toBeLessThan(SIZES.usual / 4)
})

test('a short reply, or one to a client that accepts no compression, is sent uncompressed', async () => {
  expect((await list(SIZES.short)).get('content-encoding')).toBeNull()
  expect((await list(SIZES.usual, 'identity')).get('content-encoding')).toBeNull()
})

test('a file is sent uncompressed', async () => {
  size = SIZES.usual
  const reply = await ask('queries/1/attachments/0', 'gzip')
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-encoding')).toBeNull()
  expect((await reply.arrayBuffer()).byteLength).toBe(size)
})
