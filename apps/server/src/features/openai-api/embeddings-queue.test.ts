// Embeddings use the same queue as answers, so a client that sends many does not block others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf, type Program, type V1Error } from '#test/program.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'

const endless = scripted({ endless: 1, rate: 200 })

let talk: Talk
let hers: Program
let his: Program
beforeAll(async () => {
  talk = await openTalk([endless, 'embed'], { file: { limits: { waitingPerUser: 6 } } })
  await talk.app.db.pool.query("UPDATE providers SET at_once = 1 WHERE kind = 'openai'")
  hers = await programOf(talk, talk.anna)
  his = await programOf(talk, await talk.app.deps.user())
})
afterAll(() => talk[Symbol.asyncDispose]())

const asked = () => talk.server.stats().byPath['POST /v1/embeddings'] ?? 0
const embed = (program: Program, signal?: AbortSignal) =>
  program.post('embeddings', { model: 'embed', input: 'one' }, signal)

/** Occupies the provider's only slot until the returned function is called. */
async function busy(): Promise<() => void> {
  // The previous request may still be open at the model server.
  await expect.poll(() => talk.server.stats().open).toBe(0)
  const leaving = new AbortController()
  const body = { model: endless, stream: true, messages: [{ role: 'user', content: 'Count.' }] }
  await hers.open(body, leaving.signal)
  await expect.poll(() => talk.server.stats().open).toBe(1)
  return () => leaving.abort()
}

test('embeddings wait in the queue, and users are served in turn', async () => {
  const done = await busy()
  const before = asked()
  const order: string[] = []
  const many = [1, 2, 3, 4, 5].map(async () => {
    await embed(hers)
    order.push('hers')
  })
  await expect.poll(waiting).toBe(5)
  const one = embed(his).then(() => order.push('his'))
  await expect.poll(waiting).toBe(6)
  expect(asked()).toBe(before)
  done()
  await Promise.all([...many, one])
  expect(order.indexOf('his')).toBeLessThan(2)
  expect(asked()).toBe(before + 6)
})

test('too many of one user are refused with 429, and aborted ones leave the queue', async () => {
  const done = await busy()
  const leaving = new AbortController()
  const many = [1, 2, 3, 4, 5, 6].map(() => embed(hers, leaving.signal).catch(() => undefined))
  await expect.poll(waiting).toBe(6)
  const refused = await hers.post<V1Error>('embeddings', { model: 'embed', input: 'one' })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  leaving.abort()
  await Promise.all(many)
  await expect.poll(waiting).toBe(0)
  done()
  expect((await embed(his)).status).toBe(200)
})

async function waiting(): Promise<number> {
  const text = await (await fetch(`${talk.app.url}/metrics`)).text()
  return Number(/^polylogue_questions_waiting (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}
