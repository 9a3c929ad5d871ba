// What a context source adds to a question: instructions, passages and events, through the whole pipeline.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { askAll, openTalk, queryIdOf, queryOf, textOf, type Talk } from '#test/talk.ts'
import type { Question } from './context/turn.ts'
import type { ContextSource } from './index.ts'

const questions: Question[] = []
const source: ContextSource = {
  name: 'test',
  gather(question) {
    questions.push(question)
    return Promise.resolve({
      system: 'Answer like a pirate.',
      passages: [{ title: 'Ships', quote: 'A brig has two masts.', uri: '/media/7', place: 'page 3' }],
      events: [{ type: 'notice', code: 'TEST_SEARCHED', params: { passages: 12 } }],
    })
  },
}

let talk: Talk

beforeAll(async () => {
  talk = await openTalk([], { contextSources: [source] })
})

afterAll(() => talk[Symbol.asyncDispose]())

const SOURCES = [{ id: 1, title: 'Ships', uri: '/media/7', place: 'page 3', quote: 'A brig has two masts.' }]

test('a context source’s content reaches the engine, the stream before the first text, and the message', async () => {
  const events = await askAll(talk, 'echo', { prompt: 'How many masts?' })
  const body = JSON.parse(textOf(events)) as { messages: { role: string; content: string }[] }
  expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(body.messages[0]?.content).toBe('Answer like a pirate.')
  expect(body.messages[1]?.content).toContain('A brig has two masts.')
  expect(body.messages[1]?.content.endsWith('How many masts?')).toBe(true)

  const told = events.map(({ data }) => data)
  const at = (part: string) => told.findIndex((data) => data.includes(part))
  expect(at('"sources":[{"id":1,"title":"Ships"')).toBeGreaterThan(0)
  expect(at('"notice":{"code":"TEST_SEARCHED"')).toBeGreaterThan(at('"sources":[{"id":1'))
  expect(told.findIndex((data) => /"responseText":"[^"]/.test(data))).toBeGreaterThan(
    at('"notice":{"code":"TEST'),
  )

  expect(queryOf(events)).toMatchObject({ queryText: 'How many masts?', sources: SOURCES })
  const { data } = await talk.anna.client.call(contract.queries.list, { params: { id: talk.tabId } })
  expect(data.Queries.find(({ id }) => id === queryIdOf(events))?.sources).toEqual(SOURCES)
})

test('a context source receives the viewer and the choices; those of the question override the tab’s', async () => {
  const tabId = await talk.newTab()
  await talk.app.db.pool.query(
    'UPDATE tabs SET default_datasource_id = 5, amount_of_chunks = 3, cust_inst_who_id = 6, cust_inst_respond_id = 7 WHERE id = $1',
    [tabId],
  )
  await askAll(talk, 'echo', { projectTabId: tabId })
  expect(questions.at(-1)).toMatchObject({
    tabId,
    viewer: { kind: 'person', userId: talk.anna.id },
    choices: { datasourceId: 5, amountOfChunks: 3, custInstWhoId: 6, custInstRespondId: 7 },
  })
  await askAll(talk, 'echo', { projectTabId: tabId, datasourceId: 0, amountOfChunks: 4 })
  expect(questions.at(-1)?.choices).toMatchObject({ datasourceId: 0, amountOfChunks: 4, custInstWhoId: 6 })
})
