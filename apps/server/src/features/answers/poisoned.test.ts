// Content that cannot be stored or a number out of range affects that answer alone (FAULT-7).
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askAll,
  numbers,
  openStream,
  openTalk,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
} from '#test/talk.ts'

const plain = scripted({ tokens: 30 })
const wrong = scripted({ tokens: 5, prompt: Number.MAX_SAFE_INTEGER })
const halves = scripted({ tokens: 5, prompt: 12.5 })
const figures = scripted({ tokens: 5, prompt: 4_242 })
const unstorable = scripted({ text: 'POISON', piece: 1 }, 'script')

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([plain, wrong, halves, figures, unstorable])
  await talk.app.db.pool.query(`ALTER TABLE messages
    ADD CONSTRAINT figures CHECK (tokens_prompt IS DISTINCT FROM 4242),
    ADD CONSTRAINT words CHECK (response_text NOT LIKE '%POISON%')`)
  await talk.app.db.pool.query(
    'ALTER TABLE usage ADD CONSTRAINT figures CHECK (tokens_prompt IS DISTINCT FROM 4242)',
  )
})
afterAll(() => talk[Symbol.asyncDispose]())

const together = async (names: readonly string[]) => {
  const asked = names.map(async (name) => {
    const payload = { projectTabId: await talk.newTab(), prompt: 'Count.' }
    return readStream(await openStream(talk, talk.anna, { tagId: talk.tag(name).id, payload }))
  })
  return Promise.all(asked)
}

test('a token count out of range is stored as unknown, and a fractional one is rounded', async () => {
  const [first, second, third] = await together([plain, wrong, halves])
  expect(queryOf(first ?? [])).toMatchObject({ state: 2, numTokPrompt: 10, numTokResponse: 30 })
  expect(queryOf(second ?? [])).toMatchObject({ state: 2, numTokPrompt: null, numTokResponse: 5 })
  expect(queryOf(third ?? [])).toMatchObject({ state: 2, numTokPrompt: 13 })
})

test('token counts that cannot be stored are omitted; the text is kept, and other answers finish', async () => {
  const [bad, ...others] = await together([figures, plain, plain, plain])
  expect(queryOf(bad ?? [])).toMatchObject({ state: 2, responseText: numbers(5), numTokPrompt: null })
  for (const events of others) expect(queryOf(events)).toMatchObject({ state: 2, numTokPrompt: 10 })
})

test('an answer whose text cannot be stored fails with UNEXPECTED; others neither wait nor fail', async () => {
  const began = performance.now()
  const [bad, ...others] = await together([unstorable, plain, plain, plain, plain])
  expect(queryOf(bad ?? [])).toMatchObject({ state: 3, responseText: '', errorCode: 'UNEXPECTED' })
  for (const events of others) expect(textOf(events)).toBe(numbers(30))
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(queryOf(await askAll(talk, plain))).toMatchObject({ state: 2 })
})

test('API requests are counted even when the usage of a concurrent one cannot be stored', async () => {
  const counted = async () => {
    const params = { id: talk.anna.id }
    const { data } = await talk.anna.client.call(contract.usage.ofUser, { params })
    return data.usage.total
  }
  const before = await counted()
  const ask = (model: string) =>
    fetch(`${talk.app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${talk.anna.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Count.' }] }),
    })
  const replies = await Promise.all([figures, plain, wrong, plain].map(ask))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await expect.poll(async () => (await counted()).prompts - before.prompts).toBe(3)
})
