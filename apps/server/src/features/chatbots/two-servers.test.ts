// Two server processes on one PostgreSQL: a visitor whose next request comes to the other one (CHATBOT-7, CHATBOT-12).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#app.ts'
import type { VisitorMessage } from '@polylogue/contract'
import { anotherServer } from '#test/another-server.ts'
import { ask, begin, chatbotOf, dataOf, eventsOf, refusalOf, textOf, visit } from '#test/chatbot.ts'
import { serverUrl } from '#test/db.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'

const SHORT = scripted({ tokens: 3 })
const ENDLESS = scripted({ endless: 1, rate: 20 })

// The embedded database supports one process only.
describe.runIf(serverUrl)('two servers on one PostgreSQL', () => {
  let talk: Talk
  let other: { app: App; url: string }
  beforeAll(async () => {
    talk = await openTalk([SHORT, ENDLESS])
    other = await anotherServer({ of: talk.app.db, openaiBaseUrl: talk.server.url })
  })
  afterAll(async () => {
    await other.app.close(0)
    await talk[Symbol.asyncDispose]()
  })

  const botWith = async (model: string, rules: Record<string, unknown> = {}) => {
    const project = await talk.app.deps.project(talk.anna)
    const tab = await talk.app.deps.tab(talk.anna, project, { defaultModelTagId: talk.tag(model).id })
    return chatbotOf(talk.anna, tab.id, { rules })
  }
  const read = async (url: string, identifier: string, token: string) =>
    (
      await dataOf<{ messages: VisitorMessage[] }>(
        await visit(url, 'GET', `${identifier}/messages`, { token }),
      )
    ).messages

  /** Begins an endless answer, at the first server unless told; resolves when its text arrives. */
  async function answering(identifier: string, token: string, url = talk.app.url) {
    const begun = Promise.withResolvers<void>()
    const reply = await visit(url, 'POST', `${identifier}/stream`, { token, body: { prompt: 'Count' } })
    const ended = eventsOf(reply, (events) => {
      if (textOf(events)) begun.resolve()
      return false
    })
    await begun.promise
    return { ended }
  }

  test('a stop at one ends the answer that the other writes (CHATBOT-12)', async () => {
    const { identifier } = await botWith(ENDLESS)
    const [one, two] = [await begin(talk.app.url, identifier), await begin(talk.app.url, identifier)]
    const { ended } = await answering(identifier, one.token)
    const cut = new AbortController()
    const neighbour = await visit(talk.app.url, 'POST', `${identifier}/stream`, {
      token: two.token,
      body: { prompt: 'Count' },
      signal: cut.signal,
    })
    await eventsOf(neighbour, (events) => textOf(events) !== '')
    await dataOf(await visit(other.url, 'DELETE', `${identifier}/stream`, { token: one.token }))
    expect((await ended).at(-1)?.event).toBe('abort')
    const [stopped] = await read(other.url, identifier, one.token)
    expect([stopped?.state, stopped?.answer === '']).toEqual(['stopped', false])
    // The answer of another visitor goes on.
    expect((await read(other.url, identifier, two.token))[0]?.state).toBe('answering')
    cut.abort()
    await dataOf(await visit(other.url, 'DELETE', `${identifier}/stream`, { token: two.token }))
    await expect.poll(() => talk.server.stats().open).toBe(0)
  })

  test('a stop ends the answers of a session at both (CHATBOT-12)', async () => {
    const { identifier } = await botWith(ENDLESS)
    const { token } = await begin(talk.app.url, identifier)
    const here = await answering(identifier, token)
    const there = await answering(identifier, token, other.url)
    await dataOf(await visit(talk.app.url, 'DELETE', `${identifier}/stream`, { token }))
    for (const { ended } of [here, there]) expect((await ended).at(-1)?.event).toBe('abort')
    await expect.poll(() => talk.server.stats().open).toBe(0)
  })

  test('a running answer is read at the other server as it grows, and forgotten there (CHATBOT-7, CHATBOT-13)', async () => {
    const { identifier } = await botWith(ENDLESS)
    const { token } = await begin(talk.app.url, identifier)
    const { ended } = await answering(identifier, token)
    const lengthAt = async () => {
      const [message] = await read(other.url, identifier, token)
      expect(message?.state ?? 'answering').toBe('answering')
      return message?.answer.length ?? 0
    }
    await expect.poll(lengthAt, { timeout: 10_000 }).toBeGreaterThan(0)
    const first = await lengthAt()
    await expect.poll(lengthAt, { timeout: 10_000 }).toBeGreaterThan(first)
    await dataOf(await visit(other.url, 'DELETE', `${identifier}/messages`, { token }))
    await ended
    const after = await visit(talk.app.url, 'GET', `${identifier}/messages`, { token })
    expect((await refusalOf(after))[0]).toBe(401)
    await expect.poll(() => talk.server.stats().open).toBe(0)
  })

  test('of questions at once no more are answered than the chatbot allows (CHATBOT-11)', async () => {
    const { identifier } = await botWith(ENDLESS, { atOnce: 1, perVisitorMinute: 60 })
    const { token } = await begin(talk.app.url, identifier)
    const cut = new AbortController()
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        visit(place % 2 ? other.url : talk.app.url, 'POST', `${identifier}/stream`, {
          token,
          body: { prompt: `Count from ${place}` },
          signal: cut.signal,
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 11 }, () => 429),
    ])
    cut.abort()
    for (const url of [talk.app.url, other.url])
      await dataOf(await visit(url, 'DELETE', `${identifier}/stream`, { token }))
    await expect.poll(() => talk.server.stats().open).toBe(0)
  })

  test('limits are counted for both, and a conversation goes on at either (CHATBOT-7, CHATBOT-11)', async () => {
    const { identifier } = await botWith(SHORT, { perVisitorMinute: 2 })
    const { token } = await begin(talk.app.url, identifier)
    await ask(talk.app.url, identifier, { token, prompt: 'One' })
    await ask(other.url, identifier, { token, prompt: 'Two' })
    for (const url of [talk.app.url, other.url]) {
      const third = await visit(url, 'POST', `${identifier}/stream`, { token, body: { prompt: 'Three' } })
      expect(await refusalOf(third)).toEqual([429, 'CHATBOT_CAP'])
      const again = await begin(url, identifier, { body: { token } })
      expect(again.messages.map(({ question, state }) => [question, state])).toEqual([
        ['One', 'done'],
        ['Two', 'done'],
      ])
    }
  })
})
