// What visitors get of the documents behind an answer (CHATBOT-9).
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { API_ROOT, contract, type ChatBot, type Source, type VisitorMessage } from '@polylogue/contract'
import { ask, begin, chatbotOf, dataOf, refusalOf, SITE, visit } from '#test/chatbot.ts'
import { untilReady } from '#test/ready-source.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const MOCK = scripted({ tokens: 3 })
const CANARY = 'canary-77f2'
const QUESTION = 'When is the heating switched on?'
const textOf = (where: string) => `The heating ${where} is switched on in October. ${CANARY}`

let talk: Talk
let url: string
beforeAll(async () => {
  talk = await openTalk([MOCK])
  ;({ url } = talk.app)
})
afterAll(() => talk[Symbol.asyncDispose]())

const sql = (text: string, values: unknown[] = []) => talk.app.db.pool.query(text, values)

interface Setup {
  readonly owner: TestUser
  readonly other: TestUser
  readonly bot: ChatBot
  readonly sourceId: number
  readonly sourceContextId: number
}

/** A chatbot with a data source of somebody else: a file, a public web page, and a page of the intranet. */
async function given(sources: string): Promise<Setup> {
  const [owner, other] = [await talk.app.deps.user(), await talk.app.deps.user()]
  const media = ['file', 'public', 'intranet'].map((name) => ({
    name: `${name}.md`,
    mime_type: 'text/markdown',
    content: Buffer.from(textOf(name)).toString('base64'),
  }))
  const made = await other.client.call(contract.datasources.create, {
    body: { name: 'House', chunkSize: 64, chunkOverlap: 16, media },
  })
  const source = await untilReady(other, made.data.datasource.id)
  for (const [name, address] of [
    ['public.md', 'https://www.example.org/heating?part=1#october'],
    ['intranet.md', 'http://192.168.7.7/heating'],
  ])
    await sql('UPDATE media SET url = $3 WHERE datasource_id = $1 AND name = $2', [source.id, name, address])
  await talk.app.deps.share(source, owner)
  const project = await talk.app.deps.project(owner)
  const tab = await talk.app.deps.tab(owner, project, { defaultModelTagId: talk.tag(MOCK).id })
  const bot = await chatbotOf(owner, tab.id, { datasourceId: source.id, rules: { sources } })
  return { owner, other, bot, sourceId: source.id, sourceContextId: source.context.id }
}

async function asked({ identifier }: ChatBot) {
  const { token } = await begin(url, identifier)
  const events = await ask(url, identifier, { token, prompt: QUESTION })
  const streamed = events.flatMap(({ data }) => {
    const { sources } = data.startsWith('{') ? (JSON.parse(data) as { sources?: Source[] }) : {}
    return sources ? [sources] : []
  })
  const text = await (await visit(url, 'GET', `${identifier}/messages`, { token })).text()
  const [message] = (JSON.parse(text) as { messageContent: { data: { messages: VisitorMessage[] } } })
    .messageContent.data.messages
  if (!message) throw new Error('There is no message')
  return { token, message, streamed, all: `${JSON.stringify(events)}${text}` }
}

const byTitle = (message: VisitorMessage) =>
  Object.fromEntries(message.sources.map(({ title, ...source }) => [title.replace(/\.md$/, ''), source]))
const document = (bot: ChatBot, token: string, message: { id: number }, number: number) =>
  visit(url, 'GET', `${bot.identifier}/messages/${message.id}/sources/${number}`, { token })
const setRules = ({ owner, bot }: Setup, rules: Record<string, unknown>) =>
  owner.client.call(contract.chatbots.update, {
    params: { id: bot.id },
    body: { rules: { ...bot.rules, ...rules } },
  })

describe('sources of an answer, in its stream and in the messages (CHATBOT-9)', () => {
  test('none are sent by the rule none: no title, no passage, no address', async () => {
    const { message, streamed, all } = await asked((await given('none')).bot)
    expect([message.sources, streamed.flat()]).toEqual([[], []])
    for (const word of [CANARY, 'file.md', 'heating?part', '192.168']) expect(all).not.toContain(word)
  })

  test.each([
    ['titles', false, false],
    ['passages', true, false],
    ['documents', true, true],
  ])('by the rule %s', async (rule, hasQuote, opens) => {
    const on = await given(rule)
    const { message, streamed, all, token } = await asked(on.bot)
    const { file, public: page, intranet } = byTitle(message)
    expect(new Set(message.sources.map(({ number }) => number))).toEqual(new Set([1, 2, 3]))
    for (const source of [file, page, intranet])
      expect(source?.quote?.includes(CANARY) ?? false).toBe(hasQuote)
    expect([file?.uri, page?.uri, intranet?.uri]).toEqual([
      null,
      'https://www.example.org/heating?part=1',
      null,
    ])
    expect([file?.opens, page?.opens, intranet?.opens]).toEqual([opens, false, false])
    const last = streamed.at(-1) ?? []
    expect(last.map(({ id, title, quote }) => [id, title, quote.includes(CANARY)])).toEqual(
      message.sources.map(({ number, title }) => [number, title, hasQuote]),
    )
    expect(last.map(({ uri }) => uri).filter(Boolean)).toEqual(['https://www.example.org/heating?part=1'])
    expect(all.includes(CANARY)).toBe(hasQuote)
    for (const word of ['192.168', '/datasources/', 'mediaId', 'datasourceId'])
      expect(all).not.toContain(word)
    const reply = await document(on.bot, token, message, file?.number ?? 0)
    expect(reply.status).toBe(opens ? 200 : 404)
    if (opens) return
    expect(await refusalOf(reply)).toEqual([404, 'NOT_FOUND'])
  })

  test('a stricter rule counts for earlier answers at once, a more open one as well', async () => {
    const on = await given('documents')
    const { token } = await asked(on.bot)
    const textNow = async () => (await visit(url, 'GET', `${on.bot.identifier}/messages`, { token })).text()
    expect(await textNow()).toContain(CANARY)
    await setRules(on, { sources: 'titles' })
    expect([(await textNow()).includes(CANARY), (await textNow()).includes('file.md')]).toEqual([false, true])
    await setRules(on, { sources: 'none' })
    expect([(await textNow()).includes(CANARY), (await textNow()).includes('file.md')]).toEqual([
      false,
      false,
    ])
    await setRules(on, { sources: 'passages' })
    expect(await textNow()).toContain(CANARY)
  })
})

describe('a document that an answer cites (CHATBOT-9)', () => {
  test('opens by the number of its source, harmless for the page’s origin', async () => {
    const { bot } = await given('documents')
    const { token, message } = await asked(bot)
    const number = byTitle(message)['file']?.number ?? 0
    const reply = await document(bot, token, message, number)
    expect([reply.status, await reply.text()]).toEqual([200, textOf('file')])
    expect(reply.headers.get('access-control-allow-origin')).toBe(SITE)
    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-disposition')).toContain('attachment')
    const elsewhere = await visit(url, 'GET', `${bot.identifier}/messages/${message.id}/sources/${number}`, {
      token,
      origin: 'https://evil.example',
    })
    expect(await refusalOf(elsewhere)).toEqual([403, 'ORIGIN_REFUSED'])
    const without = await fetch(
      `${url}${API_ROOT}/chatbots/${bot.identifier}/messages/${message.id}/sources/${number}`,
      { headers: { origin: SITE } },
    )
    expect(without.status).toBe(401)
  })

  test('no other number opens one: of a web page, of no source, of another message, visitor or chatbot', async () => {
    const { bot } = await given('documents')
    const one = await asked(bot)
    const two = await asked(bot)
    const { file, public: page, intranet } = byTitle(one.message)
    const number = file?.number ?? 0
    for (const wrong of [page?.number ?? 0, intranet?.number ?? 0, 4, 1_000])
      expect([wrong, (await document(bot, one.token, one.message, wrong)).status]).toEqual([wrong, 404])
    for (const wrong of [0, 1_001, 1.5, Number.NaN])
      expect([wrong, (await document(bot, one.token, one.message, wrong)).status]).toEqual([wrong, 400])
    // Of a message without sources, of another visitor, and of none.
    await ask(url, bot.identifier, { token: one.token, prompt: 'Quux?' })
    const { messages } = await dataOf<{ messages: VisitorMessage[] }>(
      await visit(url, 'GET', `${bot.identifier}/messages`, { token: one.token }),
    )
    const plain = messages.find(({ sources }) => sources.length === 0)
    expect(plain?.question).toBe('Quux?')
    for (const message of [{ id: plain?.id ?? 0 }, two.message, { id: 999_999 }])
      expect((await document(bot, one.token, message, number)).status).toBe(404)
    const neighbour = await given('documents')
    expect((await document(neighbour.bot, one.token, one.message, number)).status).toBe(404)
    expect((await document(bot, one.token, one.message, number)).status).toBe(200)
  })

  const ENDS: readonly (readonly [string, number, (on: Setup) => Promise<unknown>])[] = [
    [
      'its data source is not shared with the owner any more',
      503,
      ({ sourceContextId }) => sql('DELETE FROM associations WHERE context_id = $1', [sourceContextId]),
    ],
    [
      'its data source is deleted',
      503,
      ({ other, sourceId }) => other.client.call(contract.datasources.remove, { params: { id: sourceId } }),
    ],
    [
      'the owner is disabled',
      503,
      ({ owner }) => sql('UPDATE users SET can_use_ui = false WHERE id = $1', [owner.id]),
    ],
    [
      'the chatbot uses another data source',
      404,
      ({ owner, bot }) =>
        owner.client.call(contract.chatbots.update, { params: { id: bot.id }, body: { datasourceId: 0 } }),
    ],
    ['the rule changes', 404, (on) => setRules(on, { sources: 'passages' })],
    [
      'the document is deleted',
      404,
      ({ sourceId }) => sql(`DELETE FROM media WHERE datasource_id = $1 AND name = 'file.md'`, [sourceId]),
    ],
    [
      'the chatbot is deleted',
      401,
      ({ owner, bot }) => owner.client.call(contract.chatbots.remove, { params: { id: bot.id } }),
    ],
  ]

  test.each(ENDS)('stays closed once %s (CHATBOT-10)', async (_, status, end) => {
    const on = await given('documents')
    const { token, message } = await asked(on.bot)
    const number = byTitle(message)['file']?.number ?? 0
    expect((await document(on.bot, token, message, number)).status).toBe(200)
    await end(on)
    expect((await document(on.bot, token, message, number)).status).toBe(status)
  })

  test.each(ENDS.filter(([what]) => /shared|rule|chatbot is/.test(what)))(
    'is not sent to its end once %s',
    async (_, status, end) => {
      expect(status).toBeGreaterThan(400)
      const on = await given('documents')
      const { token, message } = await asked(on.bot)
      const number = byTitle(message)['file']?.number ?? 0
      await growStored(on.sourceId)
      const reply = await document(on.bot, token, message, number)
      const reader = reply.body?.getReader()
      await reader?.read()
      await end(on)
      // The server looks again after some seconds.
      const { performance: clock } = globalThis
      const now = clock.now.bind(clock)
      const spy = vi.spyOn(clock, 'now').mockImplementation(() => now() + 5_000)
      onTestFinished(() => spy.mockRestore())
      const rest = async () => {
        while (!(await reader?.read())?.done);
      }
      await expect(rest()).rejects.toThrow()
    },
  )
})

const LARGE = 64 * 1_048_576

/** Makes the stored file larger than what connections buffer. */
async function growStored(sourceId: number): Promise<void> {
  const { rows } = await sql(
    `UPDATE media_pieces piece SET size = $2 FROM media WHERE media.id = piece.media_id AND datasource_id = $1 AND name = 'file.md'
      RETURNING blob`,
    [sourceId, LARGE],
  )
  const key = String((rows[0] as { blob: string }).blob)
  await truncate(join(talk.app.db.dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4), key), LARGE)
  await sql(`UPDATE media SET size = $2, received = $2 WHERE datasource_id = $1 AND name = 'file.md'`, [
    sourceId,
    LARGE,
  ])
}

test('of a long conversation the newest 100 messages are read, in their order', async () => {
  const { bot } = await given('titles')
  const { token, message } = await asked(bot)
  await sql(
    `INSERT INTO chatbot_messages (session_id, chatbot_id, question, answer, state, sources, model_id, model_tag_id, model_name,
       model_tag_name, created, alive)
     SELECT session_id, chatbot_id, 'Question ' || n, answer, 1, sources, model_id, model_tag_id, model_name, model_tag_name,
       created, alive
     FROM chatbot_messages, generate_series(1, 120) n WHERE id = $1`,
    [message.id],
  )
  const { messages } = await dataOf<{ messages: VisitorMessage[] }>(
    await visit(url, 'GET', `${bot.identifier}/messages`, { token }),
  )
  expect(messages.map(({ question }) => question)).toEqual(
    Array.from({ length: 100 }, (_, index) => `Question ${index + 21}`),
  )
  expect(messages.at(-1)?.sources.map(({ title, quote }) => [title !== '', quote])).toEqual(
    message.sources.map(() => [true, null]),
  )
})
