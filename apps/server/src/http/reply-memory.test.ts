// The memory of a reply is reserved before the work, and what a model has made or a change has stored is sent (decision 143).
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { API_ROOT, contract } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'

const MB = 1_000_000
/** A person may use 16 MB. */
const REPLY_BYTES = 64 * MB

let server: HttpServer
/** What the next calls wait for, in their order, and how many have begun and ended. */
let waits: Promise<void>[]
let begun: number
let ended: number
const open: Socket[] = []

beforeEach(async () => {
  ;[waits, begun, ended] = [[], 0, 0]
  const answer = async () => {
    begun += 1
    await waits.shift()
    ended += 1
    return { data: {}, meta: {} }
  }
  const long = () => {
    ended += 1
    return { project: { name: 'x'.repeat(60 * MB) } }
  }
  server = await httpServer(everyCall(answer as never, { projects: { get: long } }), {
    limits: { replyBytes: REPLY_BYTES },
    checkReplies: false,
  })
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await server.close()
})

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise<void>((resolve) => void setImmediate(resolve))
}

interface Endpoint {
  readonly method: string
  readonly path: string
}

/** @throws Error when the call was refused instead of begun */
async function hasBegun(asked: Promise<number>): Promise<void> {
  let status: number | undefined
  void asked.then((known) => (status = known))
  await until(() => {
    if (status !== undefined) throw new Error(`refused with ${status}`)
    return begun > 0
  })
}

async function ask({ method, path }: Endpoint, body?: object): Promise<number> {
  const reply = await fetch(`${server.url}${API_ROOT}/${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'x-requested-with': 'XMLHttpRequest',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
  })
  await reply.text()
  return reply.status
}

/** Asks for 60 MB, and reads nothing of them. */
async function leaveUnread(): Promise<void> {
  const socket = connect(server.port, '127.0.0.1')
  open.push(socket)
  socket.pause()
  socket.write(
    `GET ${API_ROOT}/projects/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n` +
      'X-Requested-With: XMLHttpRequest\r\n\r\n',
  )
  const before = ended
  await until(() => ended > before)
}

const TRANSLATION = { targetLang: 'de', sourceText: 'Hello' }
const QUESTION = { modelTagId: 1, projectTabId: 1, prompt: 'Hello?' }
const CALLS: [string, Endpoint, object?][] = [
  ['a translation', contract.translate.text, TRANSLATION],
  ['proposals of a service', { method: 'GET', path: 'tools/prompts/shuffle/3' }],
  ['an answer', { method: 'POST', path: 'models/1/prompt' }, QUESTION],
  ['a search', { method: 'POST', path: 'datasources/1/search' }, { q: 'Hello?' }],
  ['a golden set, a reply in a turn,', contract.goldensets.create, { name: 'Set' }],
  ['a new project', contract.projects.create, { name: 'Plan' }],
  ['a deleted project', { method: 'DELETE', path: 'projects/1' }],
]

test.each(CALLS)(
  '%s is sent when it is made, though other replies are unread meanwhile',
  async (_, call, body) => {
    const first = Promise.withResolvers<void>()
    waits = [first.promise]
    const asked = ask(call, body)
    await hasBegun(asked)
    await leaveUnread()
    expect(await ask(call, body)).toBe(429)
    expect(begun).toBe(1)
    first.resolve()
    expect(await asked).toBeLessThan(300)
  },
)

test('work for which all memory is reserved or unread is refused before it begins', async () => {
  const first = Promise.withResolvers<void>()
  // 16 MB are 977 replies of usual size: one person can wait for as many.
  waits = Array.from({ length: 977 }, () => first.promise)
  const asked = Array.from({ length: 976 }, () => ask(contract.translate.text, TRANSLATION))
  await until(() => begun === 976)
  expect(await ask(contract.translate.text, TRANSLATION)).toBe(429)
  expect(begun).toBe(976)
  first.resolve()
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
})

test('a page that was only read is refused when other replies are unread', async () => {
  const first = Promise.withResolvers<void>()
  waits = [first.promise]
  const asked = ask({ method: 'GET', path: 'users/1/projects' })
  await hasBegun(asked)
  await leaveUnread()
  first.resolve()
  expect(await asked).toBe(429)
})
