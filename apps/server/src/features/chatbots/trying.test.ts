// A chatbot that its editor tries, and the assistant (CHATBOT-15).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { ask, chatbotOf, eventsOf, refusalOf, textOf, visit } from '#test/chatbot.ts'
import { openTalk, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'
import { botsIn, ENDLESS } from './test/bots.ts'

const { chatbots } = contract

let talk: Talk
let url: string
beforeAll(async () => {
  talk = await openTalk(['echo', ENDLESS])
  ;({ url } = talk.app)
})
afterAll(() => talk[Symbol.asyncDispose]())

const { given, askFor } = botsIn(() => ({ talk, url }))

const sql = (text: string, values: unknown[] = []) => talk.app.db.pool.query(text, values)

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
  expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(3_600_000)
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
