import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { API_ROOT } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN, viewer } from '#test/http-server.ts'
import { currentSender } from '#platform/sender.ts'
import { fairTurns } from './fair-turns.ts'

test('work that arrives alone starts at once', async () => {
  const inTurn = fairTurns(2)
  const begun: number[] = []
  for (let i = 0; i < 5; i++) {
    inTurn('a', () => begun.push(i))
    expect(begun).toHaveLength(i + 1)
    await nextTurn()
    await nextTurn()
  }
})

test('starts a few tasks per tick, and no key waits for all tasks of another key', async () => {
  const inTurn = fairTurns(4)
  const begun: string[] = []
  for (let i = 0; i < 100; i++) inTurn('many', () => begun.push('many'))
  expect(begun).toHaveLength(4)
  for (const key of ['one', 'two']) inTurn(key, () => begun.push(key))
  await nextTurn()
  expect(begun.length).toBeLessThanOrEqual(8)
  await nextTurn()
  expect(begun.slice(0, 12)).toEqual(expect.arrayContaining(['one', 'two']))
  for (let turn = 0; turn < 40; turn++) await nextTurn()
  expect(begun).toHaveLength(102)
})

test('keeps the order of tasks with the same key', async () => {
  const inTurn = fairTurns(3)
  const begun: number[] = []
  for (let i = 0; i < 20; i++) inTurn('a', () => begun.push(i))
  for (let turn = 0; turn < 30; turn++) await nextTurn()
  expect(begun).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('invented tokens of one address share a queue, and a recently valid token has its own', async () => {
  const begun: string[] = []
  const server = await httpServer(
    everyCall(() => undefined as never, {
      models: { list: () => (begun.push('known'), { Models: [] }) },
      auth: { setUpState: () => (begun.push('flood'), { needed: false }) },
    }),
    { checkReplies: false },
  )
  const request = (path: string, headers: readonly string[]) =>
    [`GET ${API_ROOT}/${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
  const socket = await opened(server.port)
  socket.write(request('models', [`Authorization: Bearer ${TOKEN}`]))
  await expect.poll(() => begun.splice(0)).toEqual(['known'])
  // In one write, so that all arrive at the same time: the known bearer last, and in different upper and lower case.
  const flood = Array.from({ length: 200 }, (_, at) =>
    request('setup', [`X-Forwarded-For: 192.0.2.${at}`, `Authorization: Bearer made-up-${at}`]),
  )
  socket.write([...flood, request('models', [`AUTHORIZATION: bearer  ${TOKEN}`])].join(''))
  await expect.poll(() => begun.length).toBe(201)
  // Sixteen per turn. If every made-up bearer had its own turn, the known one would come after all two hundred.
  expect(begun.indexOf('known')).toBeLessThan(100)
  socket.destroy()
  await server.close()
})

test('the tokens of a person share a turn', async () => {
  const begun: number[] = []
  const userOf = (token: string) => (token.startsWith('many') ? 1 : 2)
  const sessions = {
    kind: 'person' as const,
    needsHeader: true,
    viewerOf: (token: string) => Promise.resolve({ ...viewer(), userId: userOf(token) }),
    canRenew: () => Promise.resolve(false),
    isKnownSource: () => Promise.resolve(false),
    whenEnded: () => () => undefined,
  }
  const list = ({ userId }: { userId: number }) => (begun.push(userId), { Models: [] })
  const server = await httpServer(
    everyCall(() => undefined as never, { models: { list } }),
    { checkReplies: false, sessions },
  )
  const request = (token: string) =>
    [`GET ${API_ROOT}/models HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, '', ''].join('\r\n')
  const tokens = Array.from({ length: 40 }, (_, at) => `many-${at}`)
  const socket = await opened(server.port)
  socket.write([...tokens, 'one'].map(request).join(''))
  await expect.poll(() => begun.length).toBe(41)
  begun.length = 0
  socket.write([...tokens, ...tokens, ...Array.from({ length: 40 }, () => 'one')].map(request).join(''))
  await expect.poll(() => begun.length).toBe(120)
  // After those that begin at once, the two people take turns; 40 senders would leave the other one 1 of 41.
  expect(begun.slice(0, 60).filter((userId) => userId === 2).length).toBeGreaterThan(15)
  socket.destroy()
  await server.close()
})

test('the current sender is that of the request, also after its body has arrived', async () => {
  const senders: string[] = []
  const note = () => (senders.push(currentSender()), undefined as never)
  const server = await httpServer(everyCall(note), { checkReplies: false })
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-requested-with': 'XMLHttpRequest' }
  const get = () => fetch(`${server.url}${API_ROOT}/models`, { headers })
  // The first use of a bearer counts as its address.
  await get()
  await get()
  const body = JSON.stringify({ name: 'x'.repeat(100) })
  const json = { ...headers, 'content-type': 'application/json' }
  await fetch(`${server.url}${API_ROOT}/projects`, { method: 'POST', headers: json, body })
  expect(senders).toEqual(['127.0.0.1', 'user 1', 'user 1'])
  expect(currentSender()).toBe('')
  await server.close()
})

function opened(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.on('error', () => undefined).resume()))
  })
}
