// The limits of a chatbot (CHATBOT-11).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begin, refusalOf, visit } from '#test/chatbot.ts'
import { isFull } from '#test/full.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'
import { botsIn, ENDLESS } from './test/bots.ts'

const COSTLY = scripted({ tokens: 1_200 })

let talk: Talk
let url: string
let ahead = 0
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) }
  talk = await openTalk(['echo', ENDLESS, COSTLY], { clock })
  ;({ url } = talk.app)
})
afterAll(() => talk[Symbol.asyncDispose]())

const { botOf, askFor } = botsIn(() => ({ talk, url }))

const sql = (text: string, values: unknown[] = []) => talk.app.db.pool.query(text, values)

test('a new session does not renew what an address may ask (CHATBOT-11)', async () => {
  const [sessions, cap] = isFull ? [1_000, 100] : [60, 6]
  const { identifier } = await botOf(talk.anna, { perAddressDay: cap })
  const statuses: number[] = []
  for (let count = 0; count < sessions; count++) {
    const { token } = await begin(url, identifier)
    const reply = await askFor(identifier, token)
    statuses.push(reply.status)
    if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    await reply.text()
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(cap)
  expect(statuses.slice(cap).every((status) => status === 429)).toBe(true)
  const more = await visit(url, 'POST', `${identifier}/sessions`, { body: {} })
  expect(await refusalOf(more)).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  const { rows } = await sql('SELECT address FROM chatbot_addresses')
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
})

test('a visitor is limited by the minute, the day and at once, a chatbot by the day (CHATBOT-11)', async () => {
  const secretOf = async (rules: Record<string, unknown>, model?: string) => {
    const bot = await botOf(talk.anna, rules, model)
    const open = async () =>
      (await begin(url, bot.identifier, { origin: undefined, body: { secret: bot.secret } })).token
    const send = async (token: string) => {
      const reply = await askFor(bot.identifier, token, 'Hello?', { origin: undefined })
      const wait = Number(reply.headers.get('retry-after'))
      if (model === undefined || !reply.ok) await reply.text()
      return [reply.status, wait]
    }
    return { open, send }
  }
  const minute = await secretOf({ perVisitorMinute: 1 })
  const visitor = await minute.open()
  expect((await minute.send(visitor))[0]).toBe(200)
  const [status, wait = 0] = await minute.send(visitor)
  expect([status, wait > 0 && wait <= 60]).toEqual([429, true])
  ahead += 61_000
  expect((await minute.send(visitor))[0]).toBe(200)
  const day = await secretOf({ perVisitorDay: 1 })
  const today = await day.open()
  expect([(await day.send(today))[0], (await day.send(today))[0]]).toEqual([200, 429])
  expect((await day.send(await day.open()))[0]).toBe(200)
  const all = await secretOf({ perDay: 2 })
  const three = [await all.open(), await all.open(), await all.open()]
  const sent: unknown[] = []
  for (const token of three) sent.push((await all.send(token))[0])
  expect(sent).toEqual([200, 200, 429])
  const costly = await secretOf({ tokensPerDay: 1_000 }, COSTLY)
  const cost = await costly.open()
  const costs = [(await costly.send(cost))[0]]
  await expect
    .poll(async () => (await sql('SELECT max(tokens)::int AS most FROM chatbot_days')).rows[0]?.most)
    .toBeGreaterThanOrEqual(1_000)
  expect([...costs, (await costly.send(cost))[0]]).toEqual([200, 429])
  const atOnce = await secretOf({ atOnce: 1 }, ENDLESS)
  const busy = await atOnce.open()
  expect([(await atOnce.send(busy))[0], (await atOnce.send(busy))[0]]).toEqual([200, 429])
})
