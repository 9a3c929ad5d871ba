// What ends a chatbot, its limits, and answers that nobody waits for (CHATBOT-10 to CHATBOT-12, CHATBOT-14, CHATBOT-15).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type ChatBot, type VisitorMessage, type WidgetConfig } from '@polylogue/contract'
import {
  ask,
  begin,
  chatbotOf,
  dataOf,
  eventsOf,
  refusalOf,
  SITE,
  textOf,
  visit,
  type Event,
} from '#test/chatbot.ts'
import { isFull } from '#test/full.ts'
import { readySource } from '#test/ready-source.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { chatbots, tabs, projects, users } = contract
const ENDLESS = scripted({ endless: 1, rate: 20 })
const COSTLY = scripted({ tokens: 1_200 })
const SLOW = scripted({ first: 60_000 })

let talk: Talk
let root: TestUser
let url: string
let ahead = 0
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) }
  talk = await openTalk(['echo', ENDLESS, COSTLY, SLOW], { clock })
  root = await talk.app.deps.user({ roleId: 1 })
  ;({ url } = talk.app)
})
afterAll(() => talk[Symbol.asyncDispose]())

const sql = (text: string, values: unknown[] = []) => talk.app.db.pool.query(text, values)
const remove = (owner: TestUser, bot: ChatBot) =>
  owner.client.call(chatbots.remove, { params: { id: bot.id } })

interface Setup {
  readonly owner: TestUser
  readonly other: TestUser
  readonly bot: ChatBot
  readonly tabId: number
  readonly projectId: number
  readonly sourceId: number
}

/** A chatbot with a data source that another person shares with its owner. */
async function given(): Promise<Setup> {
  const [owner, other] = [await talk.app.deps.user(), await talk.app.deps.user()]
  const source = await readySource(other, { text: 'The heating is switched on in October.' })
  await talk.app.deps.share(source, owner)
  const project = await talk.app.deps.project(owner)
  const tab = await talk.app.deps.tab(owner, project, { defaultModelTagId: talk.tag(ENDLESS).id })
  const bot = await chatbotOf(owner, tab.id, { datasourceId: source.id })
  return { owner, other, bot, tabId: tab.id, projectId: project.id, sourceId: source.id }
}

const CAUSES: readonly (readonly [string, string | number, (on: Setup) => Promise<unknown>])[] = [
  [
    'its owner is disabled',
    'owner-gone',
    ({ owner }) => root.client.call(users.setAccounts, { body: { ids: [owner.id], enabled: false } }),
  ],
  [
    'its owner becomes a guest',
    'owner-gone',
    ({ owner }) => sql('UPDATE users SET role_id = 6 WHERE id = $1', [owner.id]),
  ],
  [
    'its owner is deleted',
    404,
    ({ owner }) => root.client.call(users.remove, { params: { id: owner.id }, query: { items: 'delete' } }),
  ],
  [
    'its tab is deleted',
    'tab-gone',
    ({ owner, tabId }) => owner.client.call(tabs.remove, { params: { id: tabId } }),
  ],
  [
    'its project is in the recycle bin',
    'tab-gone',
    ({ owner, projectId }) => owner.client.call(projects.remove, { params: { id: projectId } }),
  ],
  [
    'its source is shared no more',
    'source-gone',
    ({ sourceId }) =>
      sql('DELETE FROM associations WHERE context_id = (SELECT context_id FROM datasources WHERE id = $1)', [
        sourceId,
      ]),
  ],
  [
    'its source is deleted',
    'source-gone',
    ({ other, sourceId }) => other.client.call(contract.datasources.remove, { params: { id: sourceId } }),
  ],
  [
    'its instruction is in the recycle bin',
    'instructions-gone',
    async ({ owner, bot }) => {
      const { data } = await owner.client.call(contract.custinsts.create, {
        body: { name: 'Never', content: 'Say no.', scope: 2 },
      })
      const custInstRespondId = data.custinst.id
      await owner.client.call(chatbots.update, { params: { id: bot.id }, body: { custInstRespondId } })
      await owner.client.call(contract.custinsts.remove, { params: { id: custInstRespondId } })
    },
  ],
  [
    'its time is over',
    'expired',
    ({ owner, bot }) =>
      owner.client.call(chatbots.update, {
        params: { id: bot.id },
        body: { validUntil: '2020-01-01T00:00:00Z' },
      }),
  ],
  ['it is in the recycle bin', 404, ({ owner, bot }) => remove(owner, bot)],
  [
    'it has a new identifier',
    404,
    ({ owner, bot }) =>
      owner.client.call(chatbots.renewKeys, { params: { id: bot.id }, body: { identifier: true } }),
  ],
]

// At once: each waits for the next look at the sessions of its own chatbot.
test.concurrent.each(CAUSES)(
  'when %s, it stops within 5 seconds, also a running answer (CHATBOT-10)',
  async (_, state, cause) => {
    const on = await given()
    const { identifier, id } = on.bot
    const { token } = await begin(url, identifier)
    const begun = Promise.withResolvers<void>()
    const answer = await visit(url, 'POST', `${identifier}/stream`, {
      token,
      body: { prompt: 'When is it on?' },
    })
    const reading = eventsOf(answer, (events) => {
      if (textOf(events)) begun.resolve()
      return false
    })
    await begun.promise
    await cause(on)
    const since = performance.now()
    const events: Event[] = await reading
    expect(performance.now() - since).toBeLessThan(5_000)
    expect(events.at(-1)).toMatchObject({ event: 'Error' })
    expect(events.at(-1)?.data).toContain('CHATBOT_CLOSED')
    const asked = await refusalOf(
      await visit(url, 'POST', `${identifier}/stream`, { token, body: { prompt: 'Again?' } }),
    )
    if (state === 404) {
      expect(asked[0]).toBe(401)
      expect((await visit(url, 'GET', `${identifier}/widget`)).status).toBe(404)
      return
    }
    expect(asked).toEqual([503, 'CHATBOT_CLOSED'])
    expect((await dataOf<WidgetConfig>(await visit(url, 'GET', `${identifier}/widget`))).isOpen).toBe(false)
    const begins = await refusalOf(await visit(url, 'POST', `${identifier}/sessions`, { body: {} }))
    expect(begins).toEqual([503, 'CHATBOT_CLOSED'])
    if (state === 'owner-gone') return
    const { data } = await on.owner.client.call(chatbots.get, { params: { id } })
    expect(data.ChatBot.state).toBe(state)
  },
)

test('a model that is undeployed, and a source that becomes confidential for it, close a chatbot (CHATBOT-10)', async () => {
  const { owner, bot, sourceId } = await given()
  const stateNow = async () => {
    const { data } = await owner.client.call(chatbots.get, { params: { id: bot.id } })
    const { isOpen } = await dataOf<WidgetConfig>(await visit(url, 'GET', `${bot.identifier}/widget`))
    return [data.ChatBot.state, isOpen]
  }
  const tagId = talk.tag(ENDLESS).id
  await sql('UPDATE model_tags SET deployed = false WHERE id = $1', [tagId])
  expect(await stateNow()).toEqual(['model-gone', false])
  await sql('UPDATE model_tags SET deployed = true WHERE id = $1', [tagId])
  expect(await stateNow()).toEqual(['answers', true])
  await sql(`UPDATE datasources SET label = 'confidential' WHERE id = $1`, [sourceId])
  expect(await stateNow()).toEqual(['answers', true])
  await sql(`UPDATE model_tags SET is_local = false WHERE id = $1`, [tagId])
  expect(await stateNow()).toEqual(['source-confidential', false])
  await sql('UPDATE model_tags SET is_local = true WHERE id = $1', [tagId])
})

async function botOf(owner: TestUser, rules: Record<string, unknown>, model = 'echo') {
  const project = await talk.app.deps.project(owner)
  const tab = await talk.app.deps.tab(owner, project, { defaultModelTagId: talk.tag(model).id })
  return chatbotOf(owner, tab.id, { rules })
}
const askFor = (identifier: string, token: string, prompt = 'Hello?', sent = {}) =>
  visit(url, 'POST', `${identifier}/stream`, { token, body: { prompt }, ...sent })

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

test('an editor tries settings with their own rights; nothing of it is counted (CHATBOT-15)', async () => {
  const { owner, bot } = await given()
  const editor = await talk.app.deps.user()
  await talk.app.deps.share(bot, editor, { write: true })
  const params = { id: bot.id }
  const tryOut = async (who: TestUser) => {
    const body = { modelTagId: talk.tag('echo').id }
    const { data } = await who.client.call(chatbots.preview, { params, body })
    const { token } = data.session
    return textOf(
      await ask(url, data.identifier, { origin: url, token, prompt: 'When is the heating switched on?' }),
    )
  }
  expect(await tryOut(owner)).toContain('October')
  expect(await tryOut(editor)).not.toContain('October')
  expect((await owner.client.call(chatbots.usage, { params })).data.days).toEqual([])
  expect((await owner.client.call(chatbots.inbox, { params })).data.InboxGroups).toEqual([])
  const { data } = await owner.client.call(chatbots.preview, { params, body: { modelTagId: 1 } })
  const { token, expires } = data.session
  expect(Date.parse(expires) - Date.now() - ahead).toBeLessThanOrEqual(3_600_000)
  await sql('DELETE FROM associations WHERE context_id = $1', [bot.context.id])
  expect((await visit(url, 'GET', `${data.identifier}/messages`, { token })).status).toBe(403)
  expect((await visit(url, 'GET', `${data.identifier}/messages`, { origin: url, token })).status).toBe(200)
})

test('the assistant answers from the help with the rights of who asks (CHATBOT-15)', async () => {
  const { data } = await talk.anna.client.call(chatbots.assistant, { body: { language: 'de' } })
  expect([data.identifier, data.config.widget.lang]).toEqual(['assistant', 'de'])
  const { token } = data.session
  const events = await ask(url, 'assistant', { origin: url, token, prompt: 'Wie lege ich einen Chat an?' })
  expect(events.at(-1)?.data).toBe('[STREAM-DONE]')
  const again = await talk.anna.client.call(chatbots.assistant, { body: { token } })
  expect(again.data.session.messages).toHaveLength(1)
  const other = await talk.app.deps.user()
  const stolen = await other.client.call(chatbots.assistant, { body: { token } })
  expect(stolen.data.session.messages).toEqual([])
})

/** What must end the sessions that a person has opened with the assistant and in tests. */
const SIGN_IN_ENDS: readonly (readonly [string, (who: TestUser) => Promise<unknown>])[] = [
  ['signs out', (who) => who.client.call(contract.auth.logout)],
  [
    'ends all sessions from elsewhere',
    (who) => sql('UPDATE sessions SET revoked = now() WHERE user_id = $1', [who.id]),
  ],
  [
    'has a sign-in that is over',
    (who) =>
      sql(
        `UPDATE sessions SET access_until = '2020-01-01', refresh_until = '2020-01-01' WHERE user_id = $1`,
        [who.id],
      ),
  ],
  [
    'must change the password',
    (who) => sql('UPDATE users SET must_change_password = true WHERE id = $1', [who.id]),
  ],
  [
    'may only use the API',
    async (who) => {
      await who.client.call(contract.apitokens.saveOfUser, {
        params: { userId: who.id },
        body: { name: 'A' },
      })
      await sql('UPDATE users SET can_use_ui = false, can_use_api = true WHERE id = $1', [who.id])
    },
  ],
]

test.concurrent.each(SIGN_IN_ENDS)(
  'when a person %s, their tokens of assistant and tests are unknown (CHATBOT-15)',
  async (_, end) => {
    const owner = await talk.app.deps.user()
    const bot = await chatbotOf(
      owner,
      (await talk.app.deps.tab(owner, await talk.app.deps.project(owner))).id,
    )
    const body = { modelTagId: talk.tag(ENDLESS).id }
    const tried = (await owner.client.call(chatbots.preview, { params: { id: bot.id }, body })).data
    const helped = (await owner.client.call(chatbots.assistant, { body: {} })).data
    const statuses = () =>
      Promise.all(
        [tried, helped].map(async ({ identifier, session }) => {
          const { status } = await visit(url, 'GET', `${identifier}/messages`, {
            origin: url,
            token: session.token,
          })
          return status
        }),
      )
    expect(await statuses()).toEqual([200, 200])
    const begun = Promise.withResolvers<void>()
    const answer = await askFor(tried.identifier, tried.session.token, 'Count', { origin: url })
    const reading = eventsOf(answer, (events) => {
      if (textOf(events)) begun.resolve()
      return false
    })
    await begun.promise
    await end(owner)
    expect(await statuses()).toEqual([401, 401])
    expect((await reading).at(-1)?.data).toContain('CHATBOT_CLOSED')
  },
)

test('the assistant answers nobody whose role may not chat any more, and no API token opens it (CHATBOT-15)', async () => {
  const owner = await talk.app.deps.user()
  const { data } = await owner.client.call(chatbots.assistant, { body: {} })
  const { token } = data.session
  const made = await owner.client.call(contract.apitokens.saveOfUser, {
    params: { userId: owner.id },
    body: { name: 'A' },
  })
  const program = talk.app.deps.program(made.data.value ?? '')
  await expect(program.call(chatbots.assistant, { body: {} })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  await sql('UPDATE users SET role_id = 0 WHERE id = $1', [owner.id])
  expect(await refusalOf(await askFor('assistant', token, 'Hello?', { origin: url }))).toEqual([
    503,
    'CHATBOT_CLOSED',
  ])
})

const statusOf = async (identifier: string, token: string, origin?: string) =>
  (await visit(url, 'GET', `${identifier}/messages`, { origin, token })).status

/** A chatbot with a session of a program and one of a visitor. */
async function withSessions(owner: TestUser) {
  const bot = await botOf(owner, {})
  const bySecret = (secret: string) =>
    visit(url, 'POST', `${bot.identifier}/sessions`, { origin: undefined, body: { secret } })
  const program = (await dataOf<{ session: { token: string } }>(await bySecret(bot.secret))).session.token
  const visitor = (await begin(url, bot.identifier)).token
  const statuses = async () => [
    await statusOf(bot.identifier, program),
    await statusOf(bot.identifier, visitor, SITE),
  ]
  expect(await statuses()).toEqual([200, 200])
  return { bot, statuses, bySecret }
}

test('a new secret ends what programs opened with the old one, and nothing else (CHATBOT-4)', async () => {
  const { bot, statuses } = await withSessions(talk.anna)
  await talk.anna.client.call(chatbots.renewKeys, { params: { id: bot.id }, body: { secret: true } })
  expect(await statuses()).toEqual([401, 200])
})

test('a chatbot that is handed over has a new secret, which its owner before does not know (CHATBOT-4)', async () => {
  const [owner, heir] = [await talk.app.deps.user(), await talk.app.deps.user()]
  const { bot, statuses, bySecret } = await withSessions(owner)
  const query = { items: 'handOver' as const, to: heir.id }
  await root.client.call(users.remove, { params: { id: owner.id }, query })
  expect(await statuses()).toEqual([401, 200])
  expect((await bySecret(bot.secret)).status).toBe(404)
  const { data } = await heir.client.call(chatbots.get, { params: { id: bot.id } })
  expect((await bySecret(data.ChatBot.secret)).status).toBe(200)
})
