import { contract } from '@polylogue/contract/browser'
import { expect, onTestFinished, test } from 'vitest'
import { ApiProblem, type Client } from '#lib/api.ts'
import { openHost, type HostDeps } from './host.ts'
import { LIMITS, PULSE_MS } from './messages.ts'

interface Message {
  readonly type: string
  readonly id?: number
  readonly code?: string
  readonly sentence?: string
  readonly [more: string]: unknown
}

interface Made {
  readonly path: string
  readonly params: unknown
  readonly plugin: string | undefined
}

/** A host with a scripted API, and the frame's end of its channel. */
function opened({ readOnly = false, reply = () => Promise.resolve<unknown>({}) } = {}) {
  const { port1, port2 } = new MessageChannel()
  const made: Made[] = []
  const told: string[] = []
  const state = { hangs: false }
  let now = 0
  const call = async (
    one: { path: string },
    request: { params?: unknown },
    more: { headers: Record<string, string> },
  ) => {
    made.push({ path: one.path, params: request.params, plugin: more.headers['x-polylogue-plugin'] })
    return { data: await reply(), meta: {} }
  }
  const deps: HostDeps = {
    port: port1,
    api: { call, open: () => Promise.reject(new Error('not scripted')) } as unknown as Client,
    plugin: { id: 'counting', scopes: ['read-chats', 'ask-in-new-chats'] },
    userId: 7,
    environment: { theme: 'dark', language: 'de', readOnly },
    now: () => now,
    sentenceOf: (refusal, asked) =>
      `${refusal instanceof Error ? refusal.message : String(refusal)} ${asked}`,
    onReady: () => told.push('ready'),
    onRefused: (asked) => told.push(`refused ${asked}`),
    onDenied: () => told.push('denied'),
    onFlood: () => told.push('flood'),
    onHangs: (hangs) => (state.hangs = hangs),
  }
  const heard: Message[] = []
  port2.onmessage = ({ data }: MessageEvent<string>) => heard.push(JSON.parse(data) as Message)
  const host = openHost(deps)
  onTestFinished(() => {
    host.close()
    port2.close()
  })
  return {
    host,
    made,
    told,
    state,
    heard,
    later: (ms: number) => (now += ms),
    post: (message: unknown) => port2.postMessage(message),
    /** Sends a call and waits for its end. */
    async asks(id: number, name: string, more: object = {}) {
      port2.postMessage(JSON.stringify({ type: 'call', id, call: name, ...more }))
      const ended = () => heard.find((one) => one.id === id && one.type !== 'piece')
      await expect.poll(ended, { interval: 1 }).toBeDefined()
      return ended()
    },
  }
}

test('a frame is told theme, language and mode at the beginning and when they change', async () => {
  const { host, heard } = opened()
  host.tell({ theme: 'light', language: 'bg', readOnly: true })
  await expect
    .poll(() => heard)
    .toMatchObject([
      { type: 'welcome', plugin: 'counting', theme: 'dark', language: 'de', readOnly: false },
      { type: 'facts', theme: 'light', language: 'bg', readOnly: true },
    ])
})

test('what was allowed is called with the header of the plugin, and `me` is the person (PLUGIN-7)', async () => {
  const { asks, made } = opened({ reply: () => Promise.resolve({ Projects: [] }) })
  expect(await asks(1, 'projects.list', { params: { id: 'me' } })).toMatchObject({
    type: 'reply',
    data: { Projects: [] },
  })
  expect(made).toEqual([{ path: contract.projects.list.path, params: { id: 7 }, plugin: 'counting' }])
})

test.each([
  ['prompts.list', {}],
  ['projects.remove', { params: { id: 1 } }],
  ['plugins.allow', { params: { id: 'counting' }, body: { scopes: [] } }],
  ['constructor.prototype', {}],
  ['__proto__', {}],
  ['projects.create', { body: { name: 'x', assocContexts: [] } }],
  ['answers.stream', { params: { id: 1 }, body: { prompt: 'x', projectTabId: 1, datasourceId: 3 } }],
])('%s with %j was not given: refused, shown and not sent (PLUGIN-7)', async (name, more) => {
  const { asks, made, told } = opened()
  expect(await asks(1, name, more)).toMatchObject({ type: 'refused', code: 'PLUGIN_REFUSED' })
  expect(told).toEqual([`refused ${name}`])
  expect(made).toEqual([])
})

test.each(['..', '1/../2', 0, -1, 1.5, null, {}, '7', 'constructor'])('%j is no id of a path', async (id) => {
  const { asks, made } = opened()
  expect(await asks(1, 'projects.get', { params: { id } })).toMatchObject({ code: 'PLUGIN_MALFORMED' })
  expect(made).toEqual([])
})

test.each([
  ['an object', { type: 'call', id: 1, call: 'tabs.get' }],
  ['no JSON', '{'],
  ['a forged answer', JSON.stringify({ type: 'reply', id: 1, data: {} })],
  ['no id', JSON.stringify({ type: 'call', call: 'tabs.get' })],
  ['a list', '[]'],
  ['more than 64,000 characters', JSON.stringify({ type: 'ready', more: 'x'.repeat(LIMITS.asked) })],
])('%s is no message', async (_, message) => {
  const { post, heard, made, told } = opened()
  post(message)
  await expect.poll(() => heard.at(-1)).toMatchObject({ type: 'refused', code: 'PLUGIN_MALFORMED' })
  expect([made, told]).toEqual([[], []])
})

test('four calls run at once, and 120 in a minute', async () => {
  let end = () => undefined as void
  const { asks, post, made } = opened({ reply: () => new Promise((resolve) => (end = () => resolve({}))) })
  for (const id of [1, 2, 3, 4])
    post(JSON.stringify({ type: 'call', id, call: 'tabs.get', params: { id: 1 } }))
  expect(await asks(5, 'tabs.get', { params: { id: 1 } })).toMatchObject({ code: 'PLUGIN_LIMIT' })
  expect(made).toHaveLength(4)
  end()
  const other = opened()
  for (let id = 1; id <= LIMITS.callsPerMinute; id++) await other.asks(id, 'tabs.get', { params: { id: 1 } })
  expect(await other.asks(500, 'tabs.get', { params: { id: 1 } })).toMatchObject({ code: 'PLUGIN_LIMIT' })
  other.later(60_000)
  expect(await other.asks(501, 'tabs.get', { params: { id: 1 } })).toMatchObject({ type: 'reply' })
})

test('a flood of messages ends the frame (PLUGIN-8)', async () => {
  const { post, told, heard } = opened()
  for (let at = 0; at <= LIMITS.flood; at++) post('x')
  await expect.poll(() => told).toEqual(['flood'])
  const before = heard.length
  post(JSON.stringify({ type: 'ready' }))
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual(['flood'])
  expect(heard.length).toBeLessThanOrEqual(before + LIMITS.flood)
})

test('much text ends the frame, in messages that are too large as well (PLUGIN-8)', async () => {
  const { post, told } = opened()
  for (let at = 0; at < 4; at++) post('x'.repeat(LIMITS.volume / 4))
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual([])
  post('x')
  await expect.poll(() => told).toEqual(['flood'])
  // Nobody knows the size of what is no text.
  const other = opened()
  for (let at = 0; at <= LIMITS.volume / LIMITS.asked; at++) other.post({ at })
  await expect.poll(() => other.told).toEqual(['flood'])
})

test('a frame that does not answer any more is noticed, and one that answers again (PLUGIN-8)', async () => {
  const { host, heard, state, later, post } = opened()
  const pulse = () => {
    later(PULSE_MS)
    host.pulse()
  }
  pulse()
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'ping' })
  pulse()
  expect(state.hangs).toBe(false)
  pulse()
  expect(state.hangs).toBe(true)
  post(JSON.stringify({ type: 'pong' }))
  await expect.poll(() => state.hangs).toBe(false)
  pulse()
  pulse()
  // The page itself was held up.
  later(10 * PULSE_MS)
  pulse()
  expect(state.hangs).toBe(false)
})

test('in read-only mode nothing is asked and nothing is begun', async () => {
  const { asks, made } = opened({ readOnly: true })
  expect(await asks(1, 'projects.create', { body: { name: 'x' } })).toMatchObject({
    code: 'PLUGIN_READ_ONLY',
  })
  expect(await asks(2, 'projects.get', { params: { id: 1 } })).toMatchObject({ type: 'reply' })
  expect(made).toHaveLength(1)
})

test('a consent that another window took back is noticed with the next call', async () => {
  const denied = new ApiProblem(403, 'PLUGIN_NOT_ALLOWED', 'Not allowed.')
  const { asks, told } = opened({ reply: () => Promise.reject(denied) })
  expect(await asks(1, 'projects.get', { params: { id: 1 } })).toMatchObject({ type: 'refused' })
  expect(told).toEqual(['denied'])
})

test('a reply that is too large is refused', async () => {
  const { asks } = opened({ reply: () => Promise.resolve({ text: 'x'.repeat(LIMITS.replied) }) })
  expect(await asks(1, 'projects.get', { params: { id: 1 } })).toMatchObject({ code: 'PLUGIN_LIMIT' })
})
