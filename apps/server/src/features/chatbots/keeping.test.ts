// How long what visitors asked is kept (CHATBOT-13).
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contract, type ChatBot } from '@polylogue/contract'
import { ask, begin, chatbotOf, visit } from '#test/chatbot.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'
import { openSecrets } from '#platform/secrets.ts'
import { sweepJob } from './jobs.ts'

const DAY_MS = 86_400_000
const MOCK = scripted({ tokens: 3 })

let talk: Talk
let ahead = 0
beforeAll(async () => {
  talk = await openTalk([MOCK], { clock: { now: () => new Date(Date.now() + ahead) } })
})
afterEach(() => {
  ahead = 0
})
afterAll(() => talk[Symbol.asyncDispose]())

async function botThatKeeps(keepDays: number): Promise<ChatBot> {
  const { anna } = talk
  const project = await talk.app.deps.project(anna)
  const tab = await talk.app.deps.tab(anna, project, { defaultModelTagId: talk.tag(MOCK).id })
  return chatbotOf(anna, tab.id, { rules: { keepDays } })
}
const sweepAfter = async (days: number) => {
  const now = new Date(Date.now() + ahead + days * DAY_MS)
  await sweepJob({ db: talk.app.db, clock: { now: () => now } }).run({})
}
const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await talk.app.db.pool.query<Record<string, unknown>>(sql, values)).rows
const questionsOf = async ({ id }: ChatBot) =>
  (await rowsOf('SELECT question FROM chatbot_messages WHERE chatbot_id = $1 ORDER BY id', [id])).map(
    ({ question }) => question,
  )
const askOnce = async ({ identifier }: ChatBot, prompt: string) => {
  const { token } = await begin(talk.app.url, identifier)
  await ask(talk.app.url, identifier, { token, prompt })
}

test('what visitors asked is deleted after the days of its chatbot, a session with its last message; figures stay (CHATBOT-13)', async () => {
  const [short, long] = [await botThatKeeps(2), await botThatKeeps(7)]
  for (const bot of [short, long]) await askOnce(bot, 'What is kept?')
  const sessionsOf = ({ id }: ChatBot) =>
    rowsOf('SELECT id FROM chatbot_sessions WHERE chatbot_id = $1', [id])
  await sweepAfter(1.9)
  expect([await questionsOf(short), await questionsOf(long)]).toEqual([['What is kept?'], ['What is kept?']])
  // Their sessions ended after a day, but the messages need them.
  expect([(await sessionsOf(short)).length, (await sessionsOf(long)).length]).toEqual([1, 1])
  await sweepAfter(2.1)
  expect([await questionsOf(short), await questionsOf(long)]).toEqual([[], ['What is kept?']])
  expect([(await sessionsOf(short)).length, (await sessionsOf(long)).length]).toEqual([0, 1])
  await sweepAfter(7.1)
  expect(await questionsOf(long)).toEqual([])
  const usage = await talk.anna.client.call(contract.chatbots.usage, { params: { id: short.id } })
  expect(usage.data.days).toMatchObject([{ visitors: 1, questions: 1 }])
})

test('fewer days count for what was asked before (CHATBOT-13)', async () => {
  const bot = await botThatKeeps(30)
  await askOnce(bot, 'What is kept?')
  await sweepAfter(3)
  expect(await questionsOf(bot)).toHaveLength(1)
  const body = { rules: { ...bot.rules, keepDays: 1 } }
  await talk.anna.client.call(contract.chatbots.update, { params: { id: bot.id }, body })
  await sweepAfter(3)
  expect(await questionsOf(bot)).toEqual([])
})

test('an unused session is deleted when it has ended, hashes of addresses and their salts after the next day', async () => {
  const bot = await botThatKeeps(30)
  // A day without a salt so far.
  ahead = 10 * DAY_MS
  await begin(talk.app.url, bot.identifier)
  const left = async () => [
    (await rowsOf('SELECT id FROM chatbot_sessions WHERE chatbot_id = $1', [bot.id])).length,
    (await rowsOf('SELECT 1 FROM chatbot_addresses WHERE chatbot_id = $1', [bot.id])).length,
    (await rowsOf('SELECT 1 FROM chatbot_salts')).length > 0,
  ]
  await sweepAfter(0.9)
  expect(await left()).toEqual([1, 1, true])
  await sweepAfter(1.1)
  expect((await left())[0]).toBe(0)
  await sweepAfter(3)
  expect(await left()).toEqual([0, 0, false])
  ahead += 3 * DAY_MS
  await askOnce(bot, 'And now?')
  expect((await left()).slice(1)).toEqual([1, true])
})

test('a conversation with the assistant is kept while it goes on, and deleted with its session (CHATBOT-13)', async () => {
  const { anna } = talk
  await rowsOf(`UPDATE sessions SET refresh_until = now() + interval '9 days' WHERE user_id = $1`, [anna.id])
  const { data } = await anna.client.call(contract.chatbots.assistant, { body: {} })
  const { identifier, session } = data
  const asked = async () =>
    (await rowsOf(`SELECT question FROM chatbot_messages WHERE question LIKE 'Day %'`)).length
  for (const [day, count] of [1, 2, 3].entries()) {
    ahead = day * 0.9 * DAY_MS
    const sent = { origin: talk.app.url, token: session.token, prompt: `Day ${day}` }
    await ask(talk.app.url, identifier, sent)
    await sweepAfter(0.9)
    expect(await asked()).toBe(count)
  }
  await sweepAfter(1.1)
  expect(await asked()).toBe(0)
})

test('an answer that no process writes any more is failed with what it has', async () => {
  const bot = await botThatKeeps(30)
  await askOnce(bot, 'Who writes?')
  const set = (seconds: number) =>
    rowsOf(
      `UPDATE chatbot_messages SET state = 0, error_code = NULL, alive = now() - $2 * interval '1 second' WHERE chatbot_id = $1`,
      [bot.id, seconds],
    )
  const stateNow = async () =>
    (await rowsOf('SELECT state, error_code FROM chatbot_messages WHERE chatbot_id = $1', [bot.id]))[0]
  await set(10)
  await sweepAfter(0)
  expect(await stateNow()).toEqual({ state: 0, error_code: null })
  await set(40)
  await sweepAfter(0)
  expect(await stateNow()).toEqual({ state: 2, error_code: 'INTERRUPTED' })
})

test('after a restore without the old secret visitors go on, and the owner renews the chatbot’s', async () => {
  const bot = await botThatKeeps(30)
  const { anna } = talk
  ahead = 20 * DAY_MS
  const lost = openSecrets({ secret: 'another secret of old', dataDir: '/nowhere' }).encrypt('lost')
  const today = new Date(Date.now() + ahead).toISOString().slice(0, 10)
  await rowsOf('UPDATE chatbots SET secret = $2 WHERE id = $1', [bot.id, lost])
  await rowsOf('INSERT INTO chatbot_salts (day, salt) VALUES ($1, $2)', [today, lost])
  await askOnce(bot, 'Are you there?')
  expect(await questionsOf(bot)).toEqual(['Are you there?'])
  expect(await rowsOf('SELECT 1 FROM chatbot_salts WHERE salt = $1', [lost])).toEqual([])
  ahead = 0
  const sessions = `${bot.identifier}/sessions`
  const opened = async (secret: string) =>
    (await visit(talk.app.url, 'POST', sessions, { origin: undefined, body: { secret } })).status
  expect([await opened(bot.secret), await opened('lost'), await opened('')]).toEqual([404, 404, 404])
  const params = { id: bot.id }
  expect((await anna.client.call(contract.chatbots.get, { params })).data.ChatBot.secret).toBe('')
  const renewed = await anna.client.call(contract.chatbots.renewKeys, { params, body: { secret: true } })
  expect(await opened(renewed.data.ChatBot.secret)).toBe(200)
})
