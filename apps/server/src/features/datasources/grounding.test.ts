// Questions whose data source has nothing, and data sources that alone may answer (decision 99).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type Message, type PromptPayload } from '@polylogue/contract'
import { pdfWith } from '#test/pdf.ts'
import { readySource, tabWithSource } from '#test/ready-source.ts'
import { askAll, openTalk, queryOf, textOf, type Talk, type WireEvent } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { datasources, tabs } = contract

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([])
})
afterAll(() => talk[Symbol.asyncDispose]())

const NOTHING = 'Who won the marathon in Tokyo?'
const FOUND = 'When is a laptop replaced?'

function messageOf(events: readonly WireEvent[]): Message {
  const message = queryOf(events)
  if (!message) throw new Error('the answer has no message')
  return message
}

/** Asks a model that answers with what it received. */
async function ask(projectTabId: number, payload: Partial<PromptPayload>, as: TestUser = talk.anna) {
  const events = await askAll({ ...talk, anna: as }, 'echo', { projectTabId, ...payload })
  const text = textOf(events)
  const message = messageOf(events)
  const sent = text.startsWith('{')
    ? (JSON.parse(text) as { messages: { role: string; content: string }[] }).messages
    : undefined
  return {
    text,
    message,
    codes: message.notices.map(({ code }) => code),
    /** Undefined if no model was asked. */
    sent,
    system: sent?.find(({ role }) => role === 'system')?.content,
  }
}

test('a model is told first that the documents say nothing, in the language of the question', async () => {
  const tabId = await tabWithSource(talk, (await readySource(talk.anna)).id)
  const english = await ask(tabId, { prompt: NOTHING })
  expect(english.codes).toEqual(['DATASOURCE_EMPTY'])
  expect(english.system).toMatch(/say nothing about it\. Begin the answer with one sentence that says so/)
  const german = await ask(tabId, { prompt: 'Wer hat den Marathon in Tokio gewonnen?' })
  expect(german.system).toMatch(/sagen nichts dazu\. Beginnen Sie die Antwort/)
  const bulgarian = await ask(tabId, { prompt: 'Кой спечели маратона в Токио?' })
  expect(bulgarian.system).toMatch(/не казват нищо за него/)
  expect((await ask(tabId, { prompt: 'Zeppelin', language: 'de' })).system).toMatch(/sagen nichts dazu/)
  expect((await ask(tabId, { prompt: FOUND })).system).toBeUndefined()
})

test('a model is told that the documents could not be used: deleted, or too long for its context', async () => {
  const { id } = await readySource(talk.anna)
  const tabId = await tabWithSource(talk, id)
  // Leaves less room than a passage needs.
  const prompt = `${FOUND}${' please'.repeat(30)}`
  const tight = await ask(tabId, { prompt, options: { num_ctx: 256 } })
  expect([tight.codes[0], tight.message.sources]).toEqual(['DATASOURCE_NO_ROOM', []])
  expect(tight.system).toMatch(/do not fit into your context/)
  await talk.anna.client.call(datasources.remove, { params: { id } })
  const gone = await ask(tabId, { prompt: FOUND })
  expect([gone.codes, gone.system]).toEqual([['DATASOURCE_GONE'], expect.stringMatching(/are not available/)])
})

test('where only the documents may answer, no model is asked when they say nothing', async () => {
  const { id } = await readySource(talk.anna, { name: 'House *rules*', answersOnly: true })
  const tabId = await tabWithSource(talk, id)
  const refused = await ask(tabId, { prompt: NOTHING })
  expect(refused.sent).toBeUndefined()
  expect(refused.text).toBe(
    String.raw`The documents of “House \*rules\*” say nothing about this, and answers in this chat come only from them. Ask with other words, or ask without this data source.`,
  )
  expect(refused.message).toMatchObject({ state: 2, responseText: refused.text, sources: [] })
  expect(refused.message.notices).toEqual([
    { code: 'DATASOURCE_EMPTY', params: { name: 'House *rules*', datasourceId: id } },
    { code: 'DATASOURCE_ONLY', params: { name: 'House *rules*' } },
  ])
  const german = await ask(tabId, { prompt: 'Wer hat den Marathon in Tokio gewonnen?' })
  expect(german.text).toMatch(/sagen nichts dazu, .* ohne diese Datenquelle\.$/)
  const anyway = await ask(tabId, {
    prompt: NOTHING,
    datasourceId: 0,
    replacesQueryId: refused.message.id,
  })
  expect([anyway.sent?.at(-1)?.content, anyway.system, anyway.codes]).toEqual([NOTHING, undefined, []])
})

test('where only the documents may answer, a model gets their passages, or the files of the question, and is told so', async () => {
  const tabId = await tabWithSource(talk, (await readySource(talk.anna, { answersOnly: true })).id)
  const found = await ask(tabId, { prompt: FOUND })
  expect(found.sent?.at(-1)?.content).toContain('after four years')
  expect(found.system).toMatch(/^Answer only from the passages and files/)
  const file = {
    name: 'race.txt',
    mime_type: 'text/plain',
    base64: Buffer.from('Benson Kipruto.').toString('base64'),
  }
  const withFile = await ask(tabId, { prompt: NOTHING, attachments: [file] })
  expect(withFile.sent?.at(-1)?.content).toContain('Benson Kipruto.')
  expect(withFile.system).toMatch(/say nothing about it.*only from the files that belong to the question/)
  expect(withFile.codes).toEqual(['DATASOURCE_EMPTY'])
})

test.each([
  ['a scan', 'scan.pdf', 'application/pdf', pdfWith('', '').toString('base64')],
  ['an empty file', 'empty.txt', 'text/plain', Buffer.from(' \n').toString('base64')],
])('where only the documents may answer, %s lets no model answer', async (_, name, mime_type, base64) => {
  const tabId = await tabWithSource(talk, (await readySource(talk.anna, { answersOnly: true })).id)
  const refused = await ask(tabId, { prompt: NOTHING, attachments: [{ name, mime_type, base64 }] })
  expect([refused.sent, refused.codes]).toEqual([undefined, ['DATASOURCE_EMPTY', 'DATASOURCE_ONLY']])
})

test('a confidential source that alone may answer asks no external model', async () => {
  const { id } = await readySource(talk.anna, { name: 'Salaries', answersOnly: true })
  await talk.anna.client.call(datasources.update, { params: { id }, body: { label: 'confidential' } })
  const tabId = await tabWithSource(talk, id)
  const setLocal = (isLocal: boolean) =>
    talk.app.db.pool.query('UPDATE providers SET is_local = $1 WHERE base_url = $2', [
      isLocal,
      talk.server.url,
    ])
  await setLocal(false)
  const refused = await ask(tabId, { prompt: FOUND })
  await setLocal(true)
  expect(refused.sent).toBeUndefined()
  expect(refused.text).toMatch(/^The data source of this chat is confidential .* Choose a local model/)
  expect(refused.codes).toEqual(['DATASOURCE_CONFIDENTIAL', 'DATASOURCE_ONLY'])
})

test('who manages the source decides whether only it may answer; readers obey it while they may read it', async () => {
  const source = await readySource(talk.anna, { answersOnly: true })
  const [ben, cara] = [await talk.app.deps.user(), await talk.app.deps.user()]
  await talk.app.deps.share(source, ben, { write: true })
  await talk.app.deps.share(source, cara)
  const change = (who: TestUser, answersOnly: boolean) =>
    who.client.call(datasources.update, { params: { id: source.id }, body: { answersOnly } })
  await expect(change(ben, false)).rejects.toMatchObject({ status: 403 })
  await expect(change(cara, false)).rejects.toMatchObject({ status: 403 })
  // Sending the stored value changes nothing.
  expect((await change(ben, true)).data.datasource.answersOnly).toBe(true)
  const tab = await talk.app.deps.tab(cara, await talk.app.deps.project(cara))
  await cara.client.call(tabs.update, { params: { id: tab.id }, body: { defaultDatasourceId: source.id } })
  const refused = await ask(tab.id, { prompt: NOTHING }, cara)
  expect([refused.sent, refused.codes]).toEqual([undefined, ['DATASOURCE_EMPTY', 'DATASOURCE_ONLY']])
  await change(talk.anna, false)
  expect((await ask(tab.id, { prompt: NOTHING }, cara)).codes).toEqual(['DATASOURCE_EMPTY'])
  await change(talk.anna, true)
  await talk.anna.client.call(datasources.update, { params: { id: source.id }, body: { assocContexts: [] } })
  const denied = await ask(tab.id, { prompt: NOTHING }, cara)
  expect([denied.codes, denied.sent !== undefined]).toEqual([['DATASOURCE_DENIED'], true])
  expect(denied.system).toMatch(/are not available for this question/)
})

const LEAVE: Readonly<
  Record<'en' | 'de' | 'bg', { text: string; asked: string; known: string; word: string }>
> = {
  en: {
    text: 'Annual leave is 30 days a year. Ask your manager for leave two weeks before it begins.',
    asked: 'How long is parental leave?',
    known: 'How long is annual leave?',
    word: 'parental',
  },
  de: {
    text: 'Der Urlaub dauert 30 Tage im Jahr. Beantragen Sie den Urlaub zwei Wochen vorher beim Vorgesetzten.',
    asked: 'Wie viele Tage dauert die Elternzeit?',
    known: 'Wie viele Tage dauert mein Urlaub?',
    word: 'Elternzeit',
  },
  bg: {
    text: 'Годишният отпуск е 30 дни. Поискайте отпуска от ръководителя си две седмици по-рано.',
    asked: 'Колко дни трае майчинството?',
    known: 'Колко дни трае годишният отпуск?',
    word: 'майчинството',
  },
}

test.each(['en', 'de', 'bg'] as const)(
  'a main word that no document has is named above the answer (%s)',
  async (language) => {
    const { text, asked, known, word } = LEAVE[language]
    const { id } = await readySource(talk.anna, { text })
    const tabId = await tabWithSource(talk, id)
    const missing = await ask(tabId, { prompt: asked })
    const notice = {
      code: 'DATASOURCE_WORDS',
      params: { name: 'Rules', datasourceId: id, words: word, count: 1 },
    }
    expect(missing.message.notices).toEqual([notice])
    expect(missing.message.sources).toHaveLength(1)
    expect(missing.system).toContain(word)
    const found = await ask(tabId, { prompt: known })
    expect([found.codes, found.system, found.message.sources.length]).toEqual([[], undefined, 1])
    const guide = await askAll(talk, 'Guide', { projectTabId: tabId, prompt: asked, language: 'en' })
    expect(textOf(guide)).toMatch(/^Nothing found in the data source/)
    expect(messageOf(guide)).toMatchObject({ sources: [], notices: [{ code: 'DATASOURCE_EMPTY' }, notice] })
    const search = async (q: string) =>
      (await talk.anna.client.call(datasources.search, { params: { id }, body: { q, limit: 5 } })).data
        .Passages
    expect((await search(asked)).map(({ why }) => why.weak)).toEqual([true])
    expect((await search(known)).map(({ why }) => why.weak)).toEqual([false])
    const report = contract.unanswered.report
    const body = { messageId: missing.message.id }
    await talk.anna.client.call(report, { params: { id }, body })
    const { data } = await talk.anna.client.call(contract.unanswered.list, { params: { id } })
    expect(data.UnansweredQuestions.map(({ q }) => q)).toEqual([asked])
  },
)
