// Answers during an outage of the database, and too much to do (CHATBOT-12, CHATBOT-14).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type ChatBot, type VisitorMessage } from '@polylogue/contract'
import { ask, begin, chatbotOf, dataOf, eventsOf, refusalOf, textOf, visit } from '#test/chatbot.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'

const { chatbots } = contract
const SHORT = scripted({ tokens: 3 })
const ENDLESS = scripted({ endless: 1, rate: 20 })
const FAILING = scripted({ status: 400, message: 'no' })

let talk: Talk
let url: string
/** The beginning of a statement that fails. */
let breaks: string | undefined
/** How often a chatbot was looked for by its identifier. */
let found = 0
beforeAll(async () => {
  const limits = { streamsPerServer: 1 }
  const onStatement = (statement: string) => {
    if (statement === 'chatbots.by-identifier') found += 1
    if (breaks !== undefined && statement.startsWith(breaks)) throw new Error('It cannot be read')
  }
  talk = await openTalk([SHORT, ENDLESS, FAILING], { file: { limits }, onStatement })
  ;({ url } = talk.app)
})
afterAll(() => talk[Symbol.asyncDispose]())

const sql = (text: string, values: unknown[] = []) => talk.app.db.pool.query(text, values)
async function botWith(model: string): Promise<ChatBot> {
  const project = await talk.app.deps.project(talk.anna)
  const tab = await talk.app.deps.tab(talk.anna, project, { defaultModelTagId: talk.tag(model).id })
  return chatbotOf(talk.anna, tab.id)
}
const messages = async ({ identifier }: ChatBot, token: string) =>
  (await dataOf<{ messages: VisitorMessage[] }>(await visit(url, 'GET', `${identifier}/messages`, { token })))
    .messages
const usage = async ({ id }: ChatBot) =>
  (await talk.anna.client.call(chatbots.usage, { params: { id } })).data.days[0]
const get = async ({ id }: ChatBot) =>
  (await talk.anna.client.call(chatbots.get, { params: { id } })).data.ChatBot

test('requests without a valid token do not cost a query each to know their page (CHATBOT-6)', async () => {
  const before = found
  const since = performance.now()
  for (let count = 0; count < 40; count++) {
    const reply = await visit(url, 'GET', 'unknown-chatbot/messages', { token: 'plv_none' })
    expect((await refusalOf(reply))[0]).toBe(401)
  }
  expect(found - before).toBeLessThanOrEqual(1 + (performance.now() - since) / 2_000)
})

test('an end that the database does not take for long is stored afterwards, and told only then (CHATBOT-12)', async () => {
  const bot = await botWith(SHORT)
  const { token } = await begin(url, bot.identifier)
  await sql(`CREATE SEQUENCE tried`)
  // Answers of this chatbot meet an outage; tries are counted by what a failed transaction does not take back.
  await sql(`CREATE FUNCTION fail_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM nextval('tried'); RAISE EXCEPTION 'down' USING ERRCODE = '08006'; END $$`)
  await sql(`CREATE TRIGGER fail_end BEFORE UPDATE ON chatbot_messages FOR EACH ROW WHEN (NEW.state <> 0)
    EXECUTE FUNCTION fail_end()`)
  const seen: string[] = []
  const reading = ask(url, bot.identifier, { token, prompt: 'Hello?' }).then((events) => {
    seen.push(...events.map(({ data }) => data))
    return events
  })
  const tries = async () => Number((await sql('SELECT last_value FROM tried')).rows[0]?.last_value)
  await expect.poll(tries, { timeout: 20_000, interval: 200 }).toBeGreaterThan(7)
  expect([seen, (await messages(bot, token))[0]?.state]).toEqual([[], 'answering'])
  // Meanwhile another process took it for dead.
  await sql(`DROP TRIGGER fail_end ON chatbot_messages;
    UPDATE chatbot_messages SET state = 2, error_code = 'INTERRUPTED' WHERE chatbot_id = ${bot.id};
    UPDATE chatbot_days SET failed = 1 WHERE chatbot_id = ${bot.id}`)
  const events = await reading
  expect(events.at(-1)?.data).toBe('[STREAM-DONE]')
  expect(await messages(bot, token)).toMatchObject([
    { state: 'done', errorCode: null, answer: textOf(events) },
  ])
  expect(await usage(bot)).toMatchObject({ questions: 1, failed: 0 })
}, 40_000)

test('an end that the database never takes is told as interrupted, not as done (CHATBOT-12)', async () => {
  const bot = await botWith(SHORT)
  const { token } = await begin(url, bot.identifier)
  await sql(`ALTER TABLE chatbot_messages ADD CONSTRAINT odd CHECK (chatbot_id <> ${bot.id} OR state = 0)`)
  const events = await ask(url, bot.identifier, { token, prompt: 'Hello?' })
  await sql('ALTER TABLE chatbot_messages DROP CONSTRAINT odd')
  expect(events.at(-1)).toMatchObject({ event: 'Error' })
  expect(events.at(-1)?.data).toContain('INTERRUPTED')
}, 30_000)

test('a question whose history cannot be read is neither stored nor counted (CHATBOT-11)', async () => {
  const bot = await botWith(SHORT)
  const { token } = await begin(url, bot.identifier)
  await ask(url, bot.identifier, { token, prompt: 'First' })
  breaks = 'SELECT question, answer, to_jsonb'
  const body = { prompt: 'Second' }
  const failed = await visit(url, 'POST', `${bot.identifier}/stream`, { token, body })
  breaks = undefined
  expect((await refusalOf(failed))[0]).toBe(500)
  expect((await messages(bot, token)).map(({ question, state }) => [question, state])).toEqual([
    ['First', 'done'],
  ])
  expect(await usage(bot)).toMatchObject({ questions: 1 })
})

test('too much to do is no unanswered question: not in the inbox, and nobody is told (CHATBOT-14)', async () => {
  const [busy, failing] = [await botWith(ENDLESS), await botWith(FAILING)]
  const told = async ({ id }: ChatBot) =>
    (await sql('SELECT told FROM chatbots WHERE id = $1', [id])).rows[0]?.told as Date | null
  const inbox = async ({ id }: ChatBot) =>
    (await talk.anna.client.call(chatbots.inbox, { params: { id } })).data.InboxGroups.length
  const other = await begin(url, failing.identifier)
  await ask(url, failing.identifier, { token: other.token, prompt: 'And me?' })
  const [one, two] = [await begin(url, busy.identifier), await begin(url, busy.identifier)]
  const cut = new AbortController()
  const first = await visit(url, 'POST', `${busy.identifier}/stream`, {
    token: one.token,
    body: { prompt: 'Count' },
    signal: cut.signal,
  })
  await eventsOf(first, (events) => textOf(events) !== '')
  const refused = await ask(url, busy.identifier, { token: two.token, prompt: 'And me?' })
  expect(refused.at(-1)?.data).toMatch(/SERVER_BUSY/)
  await expect.poll(() => told(failing)).not.toBeNull()
  expect([await inbox(failing), (await get(failing)).unanswered]).toEqual([1, 1])
  expect([await inbox(busy), (await get(busy)).unanswered, await told(busy)]).toEqual([0, 0, null])
  const [message] = await messages(busy, two.token)
  // What its visitor rates down is looked at.
  const rated = `${busy.identifier}/messages/${message?.id}`
  await dataOf(await visit(url, 'PUT', rated, { token: two.token, body: { rating: -1 } }))
  expect([await inbox(busy), (await get(busy)).unanswered]).toEqual([1, 1])
  await dataOf(await visit(url, 'DELETE', `${busy.identifier}/stream`, { token: one.token }))
  cut.abort()
})
