// Answers that nobody waits for, and questions that were not answered (CHATBOT-12, CHATBOT-14).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type ChatBot, type VisitorMessage } from '@polylogue/contract'
import { ask, begin, dataOf, eventsOf, textOf, visit } from '#test/chatbot.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'
import { botsIn, ENDLESS } from './test/bots.ts'

const { chatbots } = contract
const SLOW = scripted({ first: 60_000 })

let talk: Talk
let url: string
let ahead = 0
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) }
  talk = await openTalk(['echo', ENDLESS, SLOW], { clock })
  ;({ url } = talk.app)
})
afterAll(() => talk[Symbol.asyncDispose]())

const { given, botOf, askFor } = botsIn(() => ({ talk, url }))

const sql = (text: string, values: unknown[] = []) => talk.app.db.pool.query(text, values)

test('an answer goes on for 20 seconds without its visitor, then it stops with its text (CHATBOT-12)', async () => {
  const { identifier } = await botOf(talk.anna, {}, ENDLESS)
  const { token } = await begin(url, identifier)
  const cut = new AbortController()
  const reply = await askFor(identifier, token, 'Count', { signal: cut.signal })
  await eventsOf(reply, (events) => textOf(events) !== '')
  cut.abort()
  const stored = async () => {
    const { rows } = await sql(
      `SELECT state, answer FROM chatbot_messages WHERE question = 'Count' ORDER BY id DESC LIMIT 1`,
    )
    return rows[0] as { state: number; answer: string }
  }
  const read = async () =>
    (
      await dataOf<{ messages: VisitorMessage[] }>(
        await visit(url, 'GET', `${identifier}/messages`, { token }),
      )
    ).messages[0]
  ahead += 15_000
  expect((await read())?.state).toBe('answering')
  ahead += 15_000
  const { answer } = await stored()
  await expect
    .poll(async () => (await stored()).answer.length, { timeout: 10_000 })
    .toBeGreaterThan(answer.length)
  expect((await stored()).state).toBe(0)
  ahead += 6_000
  await expect.poll(async () => (await stored()).state, { timeout: 10_000 }).toBe(3)
  expect(await read()).toMatchObject({ state: 'stopped', errorCode: null })
  expect((await read())?.answer).not.toBe('')
  // The model's server tells nothing of what was stopped, which is paid for all the same.
  const { rows } = await sql(
    'SELECT tokens FROM chatbot_days day JOIN chatbots bot ON bot.id = day.chatbot_id WHERE identifier = $1',
    [identifier],
  )
  expect(Number(rows[0]?.tokens)).toBeGreaterThan(10)
})

test('an answer that has nothing new is not written again each second', async () => {
  const [slow, busy] = [await botOf(talk.anna, {}, SLOW), await botOf(talk.anna, {}, ENDLESS)]
  const cut = new AbortController()
  const asked = async ({ identifier }: ChatBot, prompt: string) => {
    const { token } = await begin(url, identifier)
    await askFor(identifier, token, prompt, { signal: cut.signal })
  }
  const versions = async () => {
    const { rows } = await sql(
      `SELECT question, xmin::text AS version FROM chatbot_messages WHERE question IN ('Wait', 'Write')`,
    )
    return new Map(rows.map(({ question, version }) => [question as string, version as string]))
  }
  await asked(slow, 'Wait')
  await asked(busy, 'Write')
  // Each write goes over all that run: the busy answer is written each time, the slow one only to say that it is alive.
  const seen = { Wait: new Set<string | undefined>(), Write: new Set<string | undefined>() }
  const writes = async () => {
    const now = await versions()
    for (const question of ['Wait', 'Write'] as const) seen[question].add(now.get(question))
    return seen.Write.size
  }
  await expect.poll(writes, { timeout: 20_000 }).toBeGreaterThanOrEqual(5)
  expect(seen.Wait.size).toBeLessThan(seen.Write.size)
  cut.abort()
})

test('alike unanswered questions are one group, which opens as a chat and is settled; editors are told once (CHATBOT-14)', async () => {
  const { owner, bot } = await given()
  const editor = await talk.app.deps.user()
  await talk.app.deps.share(bot, editor, { write: true })
  const params = { id: bot.id }
  await owner.client.call(chatbots.update, { params, body: { modelTagId: 1 } })
  const { token } = await begin(url, bot.identifier)
  const prompts = [
    'Do you repair bicycles?',
    'Can you repair my bicycle?',
    'What is the price of a zeppelin?',
  ]
  for (const prompt of prompts) await ask(url, bot.identifier, { token, prompt })
  const groups = async () => (await editor.client.call(chatbots.inbox, { params })).data.InboxGroups
  expect((await groups()).map(({ question, count }) => [question, count])).toEqual([
    [prompts[2], 1],
    [prompts[1], 2],
  ])
  expect((await owner.client.call(chatbots.get, { params })).data.ChatBot.unanswered).toBe(3)
  const [, bicycles] = await groups()
  const at = { ...params, messageId: bicycles?.questions[1]?.id ?? 0 }
  const { data } = await editor.client.call(chatbots.openInChat, { params: at })
  const opened = await editor.client.call(contract.queries.list, { params: { id: data.projectTabId } })
  expect(JSON.stringify(opened.data)).toContain(prompts[0])
  expect(JSON.stringify(opened.data)).not.toContain('zeppelin')
  await editor.client.call(chatbots.settle, { params: at })
  expect((await groups()).map(({ question }) => question)).toEqual([prompts[2]])
  await expect
    .poll(
      async () => {
        const told = await editor.client.call(contract.notifications.list, { params: { userId: editor.id } })
        return told.data.notifications.map(({ kind, count }) => [kind, count])
      },
      { timeout: 20_000 },
    )
    .toContainEqual(['chatbotUnanswered', 1])
  const usage = await editor.client.call(chatbots.usage, { params })
  expect(usage.data.days).toMatchObject([{ visitors: 1, questions: 3, missed: 3 }])
})
