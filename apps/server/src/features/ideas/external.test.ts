// The ideas of an external service: a real HTTP server that answers properly, wrongly, or not at all.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract, type IdeaCategory } from '@polylogue/contract'
import { answeringServer, type Handler } from '#test/answering-server.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { ideas } = contract
const UNAVAILABLE = {
  status: 502,
  code: 'IDEAS_UNAVAILABLE',
  message: expect.stringContaining('administrator') as string,
}
const EMPTY = {
  data: { Ideas: [], IdeaCategories: [] },
  meta: { total: 0, pages: 0, canCreate: false },
}
const CATEGORIES: IdeaCategory[] = [{ id: 7, name: 'law', label: 'Law' }]
const ONE = { id: 41, prompt: 'Summarise this ruling.', categoryId: 7, category: 'Law' }

const server = answeringServer()
let app: TestApp
let anna: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ file: { ideas: { url: `http://127.0.0.1:${server.port}/v2/` } } })
  anna = await app.deps.user()
  admin = await app.deps.user({ roleId: 3 })
})
afterAll(() => app.close())

let bodies: string[] = []
beforeEach(() => void (bodies = []))

/** Answers with the parts of an envelope, after reading the body. */
const replies =
  (data: unknown, meta: unknown = {}, status = 200): Handler =>
  (req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.on('end', () => {
      bodies.push(body)
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ messageContent: { data, meta } }))
    })
  }
const listed = replies({ Ideas: [ONE], IdeaCategories: CATEGORIES }, { total: 1, pages: 1 })
const list = async (who: TestUser = anna) => {
  const { data, meta } = await who.client.call(ideas.list, { query: { category: 7, page: 2, seed: 5 } })
  return { data, meta }
}
const body = { prompt: '\nWrite a contract.\n', categoryId: 7 }
const create = (who: TestUser = anna) => who.client.call(ideas.create, { body })
const update = (who: TestUser) => who.client.call(ideas.update, { params: { id: 41 }, body })
const remove = (who: TestUser) => who.client.call(ideas.remove, { params: { id: 41 } })
const asked = () => server.requests.map(({ method, url }) => `${method} ${url}`)
const warnings = () => app.logged().split('the service for prompt ideas failed').length - 1

describe('a working idea service', () => {
  test('is asked for the list without an authorization header', async () => {
    server.respond = listed
    const can = { edit: false, remove: false }
    expect(await list()).toEqual({
      data: { Ideas: [{ ...ONE, modified: null, can }], IdeaCategories: CATEGORIES },
      meta: { total: 1, pages: 1, canCreate: true },
    })
    expect(asked()).toEqual(['GET /v2/ideas?category=7&page=2&limit=10&seed=5'])
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
    expect((await list(admin)).data.Ideas[0]?.can).toEqual({ edit: true, remove: true })
  })

  test('receives ideas created by any user, but changes and deletions by administrators only', async () => {
    server.respond = replies({ Idea: ONE })
    expect((await create()).data.Idea).toMatchObject(ONE)
    await update(admin)
    await remove(admin)
    expect(asked()).toEqual(['POST /v2/ideas', 'PUT /v2/ideas/41', 'DELETE /v2/ideas/41'])
    expect(JSON.parse(bodies[0] ?? '')).toEqual({ prompt: 'Write a contract.', categoryId: 7 })
    const denied = { status: 403, code: 'PERMISSION_DENIED' }
    await expect(update(anna)).rejects.toMatchObject(denied)
    await expect(remove(anna)).rejects.toMatchObject(denied)
    expect(server.requests).toHaveLength(3)
    expect((await app.db.pool.query('SELECT FROM ideas WHERE shipped IS NULL')).rows).toEqual([])
  })

  test('receives no changes from users in tenants, who may only read', async () => {
    server.respond = listed
    const { contextId: tenantContextId } = await app.deps.group(6, [])
    const inside = await app.deps.user({ tenantContextId, roleId: 3 })
    expect(await list(inside)).toMatchObject({
      data: { Ideas: [{ id: 41, can: { edit: false } }] },
      meta: { canCreate: false },
    })
    for (const change of [create, update, remove])
      await expect(change(inside)).rejects.toMatchObject({ status: 403 })
    expect(server.requests).toHaveLength(1)
  })

  test('reports a deleted idea with 404 and a conflict with 409', async () => {
    server.respond = replies(null, {}, 404)
    await expect(update(admin)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    server.respond = replies(null, {}, 409)
    await expect(update(admin)).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
  })
})

describe('a failing idea service gives an empty list, and changes are refused with 502', () => {
  const wrong: [string, Handler][] = [
    ['by replying 500', replies(null, {}, 500)],
    ['by replying 401', replies(null, {}, 401)],
    ['by replying with an HTML page', (_, res) => void res.end('<html>Welcome</html>')],
    ['by replying with an empty body', (_, res) => void res.end()],
    ['by closing the connection', (req) => void req.socket.destroy()],
    ['by replying with invalid ideas', replies({ Ideas: [{ id: 'x' }], Idea: {}, IdeaCategories: [] })],
    ['by replying with 3 MB', (_, res) => void res.end('x'.repeat(3_000_000))],
    ['by replying with a redirect', (_, res) => void res.writeHead(302, { location: '/elsewhere' }).end()],
  ]
  test.each(wrong)('%s', async (_, respond) => {
    server.respond = respond
    const before = warnings()
    expect(await list()).toEqual(EMPTY)
    expect(warnings()).toBe(before + 1)
    await expect(create()).rejects.toMatchObject(UNAVAILABLE)
    expect(asked()).not.toContain('GET /elsewhere')
  })

  test('by refusing connections, and by not replying for five seconds', { timeout: 30_000 }, async () => {
    const dead = await testApp({ file: { ideas: { url: 'http://127.0.0.1:1' } } })
    const someone = await dead.deps.user()
    expect(await list(someone)).toEqual(EMPTY)
    await expect(create(someone)).rejects.toMatchObject(UNAVAILABLE)
    await dead.close()
    server.respond = () => undefined
    const [found] = await Promise.all([list(), expect(create()).rejects.toMatchObject(UNAVAILABLE)])
    expect(found).toEqual(EMPTY)
  })
})
