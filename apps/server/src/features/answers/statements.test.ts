// The statements of a plain answer: without data source, files and instructions. Each one costs every answer processor time.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askAll, openTalk, scripted, type Talk } from '#test/talk.ts'

const plain = scripted({ tokens: 3 })
/** The process's own work, which runs at times of its own; and the log, which an answer writes when it takes longer. */
const OTHER = /servers|answers\.append/

const BEGINNING = ['session-by-access-token', 'answers.place', 'answers.insert']
/** The work that follows the end, in any order. */
const AFTER = ['projects.touch', 'search.index']
const END = ['answers.end', 'queries.messages', ...AFTER]

let statements: string[] = []
let talk: Talk
beforeAll(async () => {
  talk = await openTalk([plain], { onStatement: (statement) => void statements.push(statement) })
})
afterAll(() => talk[Symbol.asyncDispose]())

/** Returns what an answer sends to the database, up to the work that follows its end. */
async function statementsOf(tabId: number): Promise<string[]> {
  statements = []
  await askAll(talk, plain, { projectTabId: tabId })
  await vi.waitFor(() => expect(statements).toEqual(expect.arrayContaining(AFTER)), { timeout: 20_000 })
  // Those of an answer have names; a text without one is of the job queue or of maintenance.
  return statements.filter((statement) => !statement.includes(' ') && !OTHER.test(statement))
}

test('an answer needs three statements before its first token, and four at and after its end', async () => {
  const tabId = await talk.newTab()
  expect((await statementsOf(tabId)).toSorted()).toEqual([...BEGINNING, ...END].toSorted())
})

test('a later question of a tab also reads its history', async () => {
  const tabId = await talk.newTab()
  await statementsOf(tabId)
  expect((await statementsOf(tabId)).toSorted()).toEqual([...BEGINNING, 'answers.history', ...END].toSorted())
})

test('answers that begin and end at the same time share their statements', async () => {
  const tabs = await Promise.all(Array.from({ length: 8 }, () => talk.newTab()))
  statements = []
  await Promise.all(tabs.map((tabId) => askAll(talk, plain, { projectTabId: tabId })))
  await vi.waitFor(() => expect(statements).toEqual(expect.arrayContaining(AFTER)), { timeout: 20_000 })
  for (const name of ['answers.place', 'answers.insert', ...END])
    expect(statements.filter((statement) => statement === name).length, name).toBeLessThan(8)
})

test('their plans are made once', async ({ skip }) => {
  // The connections of a pool have plans of their own.
  if (talk.app.db.kind !== 'embedded') skip()
  const tabId = await talk.newTab()
  // PostgreSQL compares the first five plans with one for all values.
  for (let time = 0; time < 8; time++) await askAll(talk, plain, { projectTabId: tabId })
  const { rows } = await talk.app.db.pool.query<{ name: string }>(
    'SELECT name FROM pg_prepared_statements WHERE generic_plans > 0',
  )
  const hot = [...BEGINNING, 'answers.history', 'answers.end', 'queries.messages']
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(hot))
})

test('storing a question reads only the messages and tabs that it names', async ({ skip }) => {
  if (talk.app.db.kind !== 'embedded') skip()
  await askAll(talk, plain, { projectTabId: await talk.newTab() })
  const { rows } = await talk.app.db.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN EXECUTE "answers.insert" ('[]', '1s')`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('messages_pkey')
  expect(plan).not.toMatch(/Seq Scan on (messages|tabs)/)
})
