// Walks the key of a link through every call of the contract: in the path, the query, the headers and the body it opens
// nothing but the shared page (SHARE-1).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admits, API_ROOT, contract, type Call, type Calls } from '@polylogue/contract'
import { sharedChats } from '../shared-chat.ts'
import { testApp, type TestApp, type TestUser } from '../test-app.ts'

const calls = Object.values(contract).flatMap((noun: Calls) => Object.values(noun) as Call[])
const CANARY = 'canary-58c1e0'
const OPENS: readonly Call[] = [contract.shares.open, contract.shares.messages, contract.shares.file]
const NAMES = ['hash', 'key', 'token', 'access_token', 'share', 'authorization', 'tabId', 'project']

let app: TestApp
let other: TestUser
/** The link's address, its key, and the ids of what it shows. */
let secrets: { hash: string; key: string }
let ids: number[]
beforeAll(async () => {
  app = await testApp({ file: { httpShareEnabled: true, limits: { requestsPerMinute: 1_000_000 } } })
  const owner = await app.deps.user()
  other = await app.deps.user()
  const to = sharedChats({ app, owner, other })
  const { project, tabId, ask } = await to.chat({ project: CANARY, tab: CANARY })
  const messageId = await ask(CANARY, { response: CANARY })
  const { hash, id } = await to.share({ tabId, audience: 'anybody', names: true })
  const { key } = JSON.parse(Buffer.from(hash, 'base64url').toString()) as { key: string }
  secrets = { hash, key }
  ids = [project.id, tabId, messageId, project.context.id, owner.id, owner.contextId, id]
})
afterAll(() => app.close())

interface Placed {
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const withParams = (call: Call, value: string) => call.path.replace(/\{\w+\}/g, encodeURIComponent(value))
const searchOf = (value: string) =>
  new URLSearchParams(NAMES.map((name): [string, string] => [name, value])).toString()
const fields = (value: string) => Object.fromEntries(NAMES.map((name) => [name, value]))

/**
 * All ways to bring a secret to a call, with ids that exist where the path has them. Except for the bearer, what people alone may
 * call reads none of them before it refuses: one request brings several.
 */
const placesOf = (call: Call, value: string, id: number): Placed[] => {
  const path = withParams(call, String(id))
  const search = `${path}?${searchOf(value)}`
  const headers = { cookie: `token=${value}; hash=${value}`, 'x-api-key': value, 'x-share': value }
  const body = call.method === 'GET' ? {} : { body: fields(value) }
  const isForOthers = admits(call, 'open') || admits(call, 'link')
  return [
    ...(call.path.includes('{') ? [{ path: withParams(call, value) }] : []),
    { path, headers: { authorization: `Bearer ${value}` } },
    { path, headers: { authorization: value } },
    ...(isForOthers
      ? [{ path: search }, { path, headers }, { path, ...body }]
      : [{ path: search, headers, ...body }]),
  ]
}

async function send(call: Call, { path, headers, body }: Placed, root = API_ROOT) {
  const gone = new AbortController()
  const reply = await fetch(`${app.url}${root}/${path}`, {
    method: call.method,
    signal: gone.signal,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isStream = call.reply === 'events' && reply.ok
  const text = isStream ? 'a stream' : await reply.text()
  gone.abort()
  return { status: reply.status, text }
}

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  'the key opens nothing at %s',
  async (_, call) => {
    const got: string[] = []
    for (const value of [secrets.hash, secrets.key])
      for (const place of placesOf(call, value, ids[0] ?? 1)) {
        const { status, text } = await send(call, place)
        const opens = OPENS.includes(call) && value === secrets.hash && place.path.includes(value)
        const inPath = !place.path.includes('?') && !place.headers && !place.body
        if (opens && inPath) continue
        if (text.includes(CANARY)) got.push(`${status} with the chat: ${JSON.stringify(place)}`)
        // What everybody may call is refused for other reasons, or says the same to everybody.
        if (!admits(call, 'open') && ![401, 404].includes(status))
          got.push(`${status}: ${JSON.stringify(place)}`)
      }
    expect(got).toEqual([])
  },
)

test('it does open the shared page, so that the walk can fail', async () => {
  const path = (call: Call) => call.path.replace('{hash}', secrets.hash)
  for (const call of [contract.shares.open, contract.shares.messages]) {
    const { status, text } = await send(call, { path: path(call) })
    expect([status, text.includes(CANARY)]).toEqual([200, true])
  }
})

test('it gives a signed-in person nothing at the calls with the ids of the chat', async () => {
  const got: string[] = []
  for (const call of calls.filter(({ method, path }) => method === 'GET' && !path.startsWith('shares/open')))
    for (const place of new Set(ids.map((id) => withParams(call, String(id))))) {
      const path = `${place}?${searchOf(secrets.hash)}`
      const headers = { authorization: `Bearer ${other.token}`, 'x-share': secrets.hash }
      if (call.path === 'auth/logout') continue
      const { status, text } = await send(call, { path, headers })
      if (text.includes(CANARY)) got.push(`${status} ${path}`)
    }
  expect(got).toEqual([])
})

test('it is no key of the OpenAI-compatible API', async () => {
  for (const value of [secrets.hash, secrets.key])
    for (const [method, path] of [
      ['GET', 'models'],
      ['POST', 'chat/completions'],
      ['POST', 'embeddings'],
      ['POST', 'responses'],
    ] as const) {
      const call: Call = { method, path, summary: '' }
      const headers = { authorization: `Bearer ${value}` }
      const place = { path, headers, ...(method === 'POST' ? { body: { model: 'x', input: 'x' } } : {}) }
      expect((await send(call, place, '/v1')).status).toBe(401)
    }
})
