// A chatbot never answers without its instructions, whatever a visitor sends (CHATBOT-17).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { ask, begin, chatbotOf, textOf } from '#test/chatbot.ts'
import { openTalk, type Talk } from '#test/talk.ts'

const { chatbots, custinsts } = contract

let talk: Talk
beforeAll(async () => void (talk = await openTalk(['echo'])))
afterAll(() => talk[Symbol.asyncDispose]())

test('a question that leaves no room for the instructions is refused, and the model is not asked', async () => {
  const { url, deps } = talk.app
  const owner = await deps.user()
  const { data } = await owner.client.call(custinsts.create, {
    body: { name: 'Rules', content: 'Never speak of prices. '.repeat(20), scope: 2 },
  })
  const tab = await deps.tab(owner, await deps.project(owner), {
    defaultModelTagId: talk.tag('echo').id,
  })
  const settings: object = { custInstRespondId: data.custinst.id, options: { num_ctx: 1_024 } }
  await owner.client.call(contract.tabs.update, { params: { id: tab.id }, body: settings })
  const { id, identifier } = await chatbotOf(owner, tab.id)
  const { token } = await begin(url, identifier)
  const short = textOf(await ask(url, identifier, { token, prompt: 'Hello?' }))
  expect(short).toContain('Never speak of prices.')
  const long = await ask(url, identifier, { token, prompt: '価格を教えて'.repeat(600) })
  expect(textOf(long)).toBe('')
  expect(JSON.stringify(long)).toContain('CHATBOT_QUESTION_LONG')
  // Instructions that never fit are no fault of the visitor.
  const params = { id: data.custinst.id }
  await owner.client.call(custinsts.update, { params, body: { content: 'Never. '.repeat(1_500) } })
  const none = await ask(url, identifier, { token, prompt: 'Hello?' })
  expect([textOf(none), JSON.stringify(none)]).toEqual(['', expect.stringContaining('CHATBOT_CLOSED')])
  await owner.client.call(chatbots.remove, { params: { id } })
})
