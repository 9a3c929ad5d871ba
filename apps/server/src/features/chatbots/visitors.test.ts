// What visitors can do with a chatbot, from where, and what they get of it (CHATBOT-6 to CHATBOT-11).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VisitorMessage } from '@polylogue/contract'
import { ask, begin, chatbotOf, dataOf, textOf, visit } from '#test/chatbot.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const ENDLESS = scripted({ endless: 1, rate: 20 })

let talk: Talk
let anna: TestUser
let url: string
beforeAll(async () => {
  talk = await openTalk(['echo', ENDLESS])
  ;({ anna } = talk)
  ;({ url } = talk.app)
})
afterAll(() => talk[Symbol.asyncDispose]())

const tabWith = async (model = 'echo') => {
  const project = await talk.app.deps.project(anna)
  return (await talk.app.deps.tab(anna, project, { defaultModelTagId: talk.tag(model).id })).id
}
const botWith = async (rules: Record<string, unknown> = {}, model = 'echo') =>
  chatbotOf(anna, await tabWith(model), { rules })
const messages = async (identifier: string, token: string) =>
  (await dataOf<{ messages: VisitorMessage[] }>(await visit(url, 'GET', `${identifier}/messages`, { token })))
    .messages

test('a visitor of an allowed site asks, and finds the conversation again after a change of the page (CHATBOT-7)', async () => {
  const { identifier } = await botWith()
  const { token, expires } = await begin(url, identifier)
  expect(token).toMatch(/^plv_[\w-]{43}$/)
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  const events = await ask(url, identifier, { token, prompt: 'Where is my parcel?' })
  expect(textOf(events)).toContain('Where is my parcel?')
  expect(events.at(-1)?.data).toBe('[STREAM-DONE]')
  const second = await ask(url, identifier, { token, prompt: 'And the other one?' })
  // The echo model repeats its whole request.
  expect(textOf(second)).toContain('Where is my parcel?')
  const again = await begin(url, identifier, { body: { token } })
  expect(again.token).toBe(token)
  expect(again.messages.map(({ question, state }) => [question, state])).toEqual([
    ['Where is my parcel?', 'done'],
    ['And the other one?', 'done'],
  ])
  expect(await messages(identifier, token)).toEqual(again.messages)
})
