// Open streams of users who lose their access, role or account (SIGNIN-6, SIGNIN-12, ACCESS-11).
import { setImmediate as nextTurn } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStream, openTalk, queryIdOf, readStream, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const endless = scripted({ endless: 1, rate: 50 })

let talk: Talk
beforeAll(async () => void (talk = await openTalk([endless], { file: { limits: { streamsPerUser: 100 } } })))
afterAll(() => talk[Symbol.asyncDispose]())

const project = () => ({ id: talk.projectId, context: { id: contextId } })
let contextId = 0
beforeAll(async () => {
  const { data } = await talk.anna.client.call(contract.projects.get, { params: { id: talk.projectId } })
  contextId = data.project.context.id
})

/** A running answer of Anna's with a follower. */
async function followed(reader: TestUser) {
  const stop = new AbortController()
  const tabId = await talk.newTab()
  const payload = { projectTabId: tabId, prompt: 'Count.' }
  const first = await readStream(
    await openStream(talk, talk.anna, { tagId: talk.tag(endless).id, payload }),
    (events) => events.length > 0,
  )
  const queryId = queryIdOf(first)
  const response = await openStream(talk, reader, { queryId }, stop.signal)
  expect(response.status).toBe(200)
  // A cut connection also counts as an end.
  const ended = readStream(response).catch(() => [])
  return { queryId, ended, again: () => openStream(talk, reader, { queryId }), stop }
}

async function withinFiveSeconds(ended: Promise<unknown>): Promise<void> {
  const before = performance.now()
  await ended
  expect(performance.now() - before).toBeLessThan(5_000)
}

const sql = (text: string, ...values: unknown[]) => talk.app.db.pool.query(text, values)

// At once: each waits for the next look at all readers.
test.concurrent.each([
  [
    'their share is removed',
    (reader: TestUser) =>
      sql(
        'DELETE FROM associations WHERE context_id = $1 AND assoc_context_id = $2',
        contextId,
        reader.contextId,
      ),
    404,
  ],
  [
    'they leave the group it is shared with',
    (reader: TestUser) => sql('DELETE FROM associations WHERE assoc_context_id = $1', reader.contextId),
    404,
    'group',
  ],
  [
    'they are assigned to a tenant',
    async (reader: TestUser) => {
      const { contextId: tenant } = await talk.app.deps.group(6, [])
      return sql('UPDATE users SET tenant_context_id = $2 WHERE id = $1', reader.id, tenant)
    },
    404,
  ],
  [
    'they may no longer use the web app',
    (reader: TestUser) => sql('UPDATE users SET can_use_ui = false WHERE id = $1', reader.id),
    403,
  ],
  [
    'their session is revoked',
    (reader: TestUser) => sql('UPDATE sessions SET revoked = now() WHERE user_id = $1', reader.id),
    401,
  ],
  [
    'they are deleted',
    async (reader: TestUser) => {
      await sql('DELETE FROM associations WHERE assoc_context_id = $1', reader.contextId)
      return sql('DELETE FROM users WHERE id = $1', reader.id)
    },
    401,
  ],
])(
  'a reader is disconnected within five seconds and refused on reconnect when %s',
  async (_, change, status, through?: string) => {
    const bert = await talk.app.deps.user()
    const cora = await talk.app.deps.user()
    const holder = through ? await talk.app.deps.group(3, [bert]) : bert
    await talk.app.deps.share(project(), holder)
    await talk.app.deps.share(project(), cora)
    const { ended, again } = await followed(bert)
    const bystander = await followed(cora)
    // Written directly to the database: no event is sent, so only polling detects it.
    await change(bert)
    await withinFiveSeconds(ended)
    expect((await again()).status).toBe(status)
    const goesOn = await Promise.race([bystander.ended.then(() => false), nextTurn(true)])
    expect(goesOn).toBe(true)
    bystander.stop.abort()
  },
  20_000,
)

test('a reader is disconnected at once when the share is removed through the API', async () => {
  const bert = await talk.app.deps.user()
  await talk.app.deps.share(project(), bert)
  const { ended } = await followed(bert)
  const before = performance.now()
  await talk.anna.client.call(contract.projects.update, {
    params: { id: talk.projectId },
    body: { assocContexts: [] },
  })
  await ended
  expect(performance.now() - before).toBeLessThan(1_500)
})

test('a role change closes open streams; users who still have access can reconnect (SIGNIN-12)', async () => {
  const bert = await talk.app.deps.user()
  await talk.app.deps.share(project(), bert)
  const { ended, again, stop } = await followed(bert)
  await sql('UPDATE users SET role_id = 8 WHERE id = $1', bert.id)
  await withinFiveSeconds(ended)
  const response = await again()
  expect(response.status).toBe(200)
  await response.body?.cancel()
  await bert.client.call(contract.users.permissions, { params: { id: bert.id } })
  stop.abort()
})

test('a writer who is made a reader gets 403 on the next request, and 404 without any access (ACCESS-11)', async () => {
  const bert = await talk.app.deps.user()
  await talk.app.deps.share(project(), bert, { write: true })
  const tabId = await talk.newTab()
  const ask = () =>
    openStream(talk, bert, { tagId: talk.tag(endless).id, payload: { projectTabId: tabId, prompt: 'x' } })
  const open = await ask()
  const ended = readStream(open).catch(() => [])
  await talk.app.deps.share(project(), bert)
  expect((await ask()).status).toBe(403)
  await sql('DELETE FROM associations WHERE assoc_context_id = $1', bert.contextId)
  await withinFiveSeconds(ended)
  expect((await ask()).status).toBe(404)
}, 20_000)

test('one user can follow an answer with at most 20 streams; other users are not affected', async () => {
  const reader = await talk.app.deps.user()
  await talk.app.deps.share(project(), reader)
  const { queryId, ended, stop } = await followed(reader)
  const follow = (who: TestUser, signal = stop.signal) => openStream(talk, who, { queryId }, signal)
  const more = await Promise.all(Array.from({ length: 9 }, () => follow(reader)))
  // As many as ten browser tabs.
  expect(more.map(({ status }) => status)).toEqual(Array<number>(9).fill(200))
  // Of many simultaneous requests only the allowed number gets in; the others cause no query.
  const asked = vi.spyOn(talk.app.db.pool, 'query')
  const crowd = await Promise.all(Array.from({ length: 200 }, () => follow(reader)))
  const texts = asked.mock.calls.map((call: unknown[]) => queryText(call[0]))
  asked.mockRestore()
  // Session look-ups are combined by time, and the answer is still being logged: neither belongs to following. Work that the
  // server repeats runs a few times meanwhile, but no query once for each of the crowd.
  const own = Map.groupBy(texts, (text) => text)
  const times = [...own].filter(([text]) => !/^(session|answers\.append)/.test(text))
  expect(Math.max(...times.map(([, all]) => all.length))).toBe(10)
  expect(texts.filter((text) => text.startsWith('session')).length).toBeLessThan(200)
  const refused = crowd.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(190)
  expect(refused[0]?.headers.get('retry-after')).toBe('10')
  expect(await refused[0]?.json()).toMatchObject({ errorCode: 'TOO_MANY_STREAMS' })
  expect((await follow(talk.anna)).status).toBe(200)
  stop.abort()
  await ended
  await expect.poll(async () => (await follow(reader, AbortSignal.timeout(5_000))).status).toBe(200)
})

/** Returns the name of a prepared statement, or the text of another query. */
function queryText(query: unknown): string {
  if (typeof query === 'string') return query
  const { name, text = '' } = query as { name?: string; text?: string }
  return name ?? text
}
