// What ends a chatbot and the sessions with it (CHATBOT-4, CHATBOT-10).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type ChatBot, type WidgetConfig } from '@polylogue/contract'
import { begin, dataOf, eventsOf, refusalOf, SITE, textOf, visit, type Event } from '#test/chatbot.ts'
import { openTalk, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'
import { botsIn, ENDLESS, type Setup } from './test/bots.ts'

const { chatbots, tabs, projects, users } = contract

let talk: Talk
let root: TestUser
let url: string
beforeAll(async () => {
  talk = await openTalk(['echo', ENDLESS])
  root = await talk.app.deps.user({ roleId: 1 })
  ;({ url } = talk.app)
})
afterAll(() => talk[Symbol.asyncDispose]())

const { given, botOf } = botsIn(() => ({ talk, url }))

const sql = (text: string, values: unknown[] = []) => talk.app.db.pool.query(text, values)
const remove = (owner: TestUser, bot: ChatBot) =>
  owner.client.call(chatbots.remove, { params: { id: bot.id } })

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
