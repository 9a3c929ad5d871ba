// A visitor's conversation against a scripted server that speaks the contract.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { visitorRoutes } from '../../../packages/contract/src/visitor-routes.ts'
import { messageOf, refused, streamed, unended } from '../test/chatbot.ts'
import { Chat, type Token } from './chat.ts'
import { keep, type Kept } from './storage.ts'

const ADDRESS = 'https://chat.example/api/v1/chatbots/bot/'
type Reply = Response | Error | Promise<Response>
let calls: { name: string; token: string | null; body: unknown; signal: AbortSignal | null }[] = []
let server: Record<string, (call: (typeof calls)[number]) => Reply>
let kept: Kept

const data = (value: unknown) => Response.json({ messageContent: { data: value } })
const refusal = (status: number, errorCode: string, params = {}) => refused(errorCode, params, status)
const begun = { sessions: () => data({ session: { token: 'plv_1', expires: '', messages: [] } }) }

/** The name of the contract's call that an address belongs to. */
function nameOf(method: string, address: string): string {
  const path = address.replace('https://chat.example/api/v1/', '')
  const isIt = (known: string) =>
    new RegExp(`^${known.replace('{identifier}', 'bot').replaceAll(/\{\w+\}/g, '\\d+')}$`).test(path)
  const found = Object.entries(visitorRoutes).find(([, route]) => route.method === method && isIt(route.path))
  if (!found) throw new Error(`${method} ${address} is no call of the contract`)
  return found[0]
}

beforeEach(() => {
  calls = []
  server = {}
  kept = keep('bot', false)
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string, { method, headers, body, signal }: RequestInit) => {
    const call = {
      name: nameOf(String(method), address),
      token: new Headers(headers).get('authorization'),
      body: body ? (JSON.parse(body as string) as unknown) : undefined,
      signal: signal ?? null,
    }
    calls.push(call)
    const reply = await (server[call.name]?.(call) ?? refusal(404, 'NOT_FOUND'))
    if (reply instanceof Error) throw reply
    return reply
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (token?: Token) => new Chat(ADDRESS, kept, token)
const names = () => calls.map(({ name }) => name)

test('opens a session with the first question only, and keeps its token', async () => {
  server = {
    begin: begun.sessions,
    ask: () =>
      streamed(
        { type: 'text', text: 'Be' },
        { type: 'text', text: 'cause.' },
        { type: 'query', query: messageOf({ missed: true }) },
        { type: 'done' },
      ),
  }
  const chat = open()
  await chat.load()
  expect(names()).toEqual([])
  await chat.ask('Why?')
  expect(names()).toEqual(['begin', 'ask'])
  expect(calls[1]).toMatchObject({ token: 'Bearer plv_1', body: { prompt: 'Why?' } })
  expect(chat.turns).toMatchObject([{ id: 7, answer: 'Because.', state: 'done', missed: true }])
  expect(kept('token')).toBe('plv_1')
})

test('uses the token of the page, and asks for one with a function', async () => {
  server = { ask: () => streamed({ type: 'done' }) }
  await open('plv_given').ask('Why?')
  await open(async () => 'plv_made').ask('Why?')
  expect(calls.map(({ token }) => token)).toEqual(['Bearer plv_given', 'Bearer plv_made'])
})

test('a given session that has ended is never replaced by that of a visitor', async () => {
  kept('token', 'plv_visitor')
  server = { begin: begun.sessions, ask: () => refusal(401, 'TOKEN_INVALID') }
  const chat = open('plv_given')
  await chat.ask('Why?')
  expect(chat.turns).toMatchObject([{ state: 'failed', errorCode: 'TOKEN_INVALID' }])
  chat.forget()
  await chat.ask('Why?')
  expect(chat.turns).toMatchObject([{ state: 'failed', errorCode: 'TOKEN_INVALID' }])
  expect(calls.map(({ name, token }) => [name, token])).toEqual([['ask', 'Bearer plv_given']])
  expect(kept('token')).toBe('plv_visitor')
})

test('a page of the product renews its given session, also after starting over', async () => {
  server = {
    begin: begun.sessions,
    ask: ({ token }) =>
      token === 'Bearer plv_given' ? refusal(401, 'TOKEN_INVALID') : streamed({ type: 'done' }),
  }
  let made = 0
  const chat = new Chat(ADDRESS, kept, 'plv_given', async () => `plv_${++made}`)
  await chat.ask('Why?')
  chat.forget()
  await chat.ask('Why?')
  expect(calls.map(({ name, token }) => [name, token])).toEqual([
    ['ask', 'Bearer plv_given'],
    ['ask', 'Bearer plv_1'],
    ['ask', 'Bearer plv_2'],
  ])
  expect(kept('token')).toBe('')
})

test('opens another session when the old one has ended, and asks once more', async () => {
  kept('token', 'plv_old')
  server = {
    begin: begun.sessions,
    ask: ({ token }) =>
      token === 'Bearer plv_old' ? refusal(401, 'TOKEN_INVALID') : streamed({ type: 'done' }),
  }
  const chat = open()
  await chat.ask('Why?')
  expect(names()).toEqual(['ask', 'begin', 'ask'])
  expect(chat.turns[0]?.state).toBe('done')
})

test('resumes on another page and follows a running answer each second', async () => {
  kept('token', 'plv_1')
  let asked = 0
  server = {
    messages: () =>
      data({
        messages: [messageOf({ id: 6 }), messageOf(++asked < 3 ? { state: 'answering', answer: 'Be' } : {})],
      }),
  }
  const chat = open()
  const loading = chat.load()
  await vi.advanceTimersByTimeAsync(5_000)
  await loading
  expect(asked).toBe(3)
  expect(chat.turns).toMatchObject([{ id: 6 }, { id: 7, state: 'done', answer: 'Because.' }])
})

test('follows an answer whose connection broke', async () => {
  server = {
    begin: begun.sessions,
    ask: () => streamed({ type: 'text', text: 'Be' }),
    messages: () => data({ messages: [messageOf()] }),
  }
  const chat = open()
  await chat.ask('Why?')
  expect(chat.turns).toMatchObject([{ id: 7, state: 'done', answer: 'Because.' }])
})

test('a server that is gone: the question stays, and is asked again', async () => {
  server = { begin: () => new TypeError('failed to fetch') }
  const chat = open()
  await chat.ask('Why?')
  expect(chat.turns).toMatchObject([{ question: 'Why?', state: 'failed', errorCode: 'OFFLINE' }])
  server = {
    begin: begun.sessions,
    ask: () => streamed({ type: 'text', text: 'Because.' }, { type: 'done' }),
  }
  await chat.run(chat.turns[0]!)
  expect(chat.turns).toMatchObject([{ question: 'Why?', state: 'done', answer: 'Because.' }])
})

test('a question that the server has got after all is not asked twice', async () => {
  server = { begin: begun.sessions, ask: () => new TypeError('network changed') }
  const chat = open()
  await chat.ask('Why?')
  expect(chat.turns[0]?.errorCode).toBe('OFFLINE')
  server['messages'] = () => data({ messages: [messageOf()] })
  await chat.run(chat.turns[0]!)
  expect(names().filter((name) => name === 'ask')).toHaveLength(1)
  expect(chat.turns).toMatchObject([{ id: 7, state: 'done', answer: 'Because.' }])
})

test('a page of a proxy is no reply of the server', async () => {
  server = { begin: () => new Response('<h1>502</h1>', { status: 502 }) }
  const chat = open()
  await chat.ask('Why?')
  expect(chat.turns[0]?.errorCode).toBe('OFFLINE')
})

test('caps tell their seconds', async () => {
  server = { begin: begun.sessions, ask: () => refusal(429, 'CHATBOT_CAP', { seconds: 42 }) }
  const chat = open()
  await chat.ask('Why?')
  expect(chat.turns).toMatchObject([{ state: 'failed', errorCode: 'CHATBOT_CAP', amount: 42 }])
})

test('Stop frees the form after a second, whatever the server says', async () => {
  server = {
    begin: begun.sessions,
    stop: () => new Promise<Response>(() => undefined),
    ask: () => unended({ type: 'text', text: 'Be' }),
  }
  const chat = open()
  const asking = chat.ask('Why?')
  await vi.advanceTimersByTimeAsync(50)
  expect(chat.turns).toMatchObject([{ state: 'answering', answer: 'Be' }])
  chat.stop()
  await vi.advanceTimersByTimeAsync(990)
  expect(chat.running).toBeDefined()
  await vi.advanceTimersByTimeAsync(20)
  await asking
  expect(chat.running).toBeUndefined()
  expect(chat.turns).toMatchObject([{ state: 'stopped', answer: 'Be' }])
})
