import type { TestQuestion, TestRun } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { datasourceOf } from '#test/datasources.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { TestSet } from './test-set.tsx'

const TIME = '2026-01-05T08:00:00.000Z'
const question = (id: number, q: string, some: Partial<TestQuestion> = {}): TestQuestion => ({
  id,
  datasourceId: 9,
  q,
  expected: { mediaId: 1, name: 'travel.txt', quote: '' },
  userId: null,
  created: TIME,
  modified: TIME,
  now: { rank: 1 },
  before: { rank: 1 },
  change: 'same',
  ...some,
})
const LAPTOP = question(1, 'When is a laptop replaced?', {
  expected: { mediaId: null, name: 'laptops.txt', quote: '' },
  now: { rank: null },
  change: 'worse',
})
const ALLOWANCE = question(2, 'Which allowance do I get?')
const RUN: TestRun = {
  id: 1,
  datasourceId: 9,
  state: 'done',
  cause: 'person',
  userId: null,
  created: TIME,
  ended: TIME,
  total: 2,
  done: 2,
  found: 1,
  mrr: 0.5,
  better: 0,
  worse: 1,
  documents: 1,
  chunks: 3,
}

const READER = { contextId: 11, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }
const RUN_AGAIN = 'Run again'
const ADD = 'Add question'

async function open(questions: TestQuestion[], { writes = true } = {}) {
  const state = { questions, runs: questions.length > 0 ? [RUN] : [] }
  const server = serverOf()
    .answer(contract.testQuestions.list, () => ({ TestQuestions: state.questions }))
    .answer(contract.testQuestions.runs, () => ({ TestRuns: state.runs }))
  const datasource = datasourceOf(writes ? {} : { assocContexts: [READER] })
  return { ...(await openPage(<TestSet datasource={datasource} />, { server })), state }
}

test('an empty set offers to add a question', async () => {
  await open([])
  expect(await screen.findByText('No test questions yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: ADD })).toBeTruthy()
})

test('readers of an empty set learn that the people who keep the source have added none', async () => {
  await open([], { writes: false })
  expect(await screen.findByText('The people who maintain this data source have not added any.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: ADD })).toBeNull()
})

test('readers see the ranks and start no run', async () => {
  await open([ALLOWANCE], { writes: false })
  expect(await screen.findByText('Which allowance do I get?')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export as CSV' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: RUN_AGAIN })).toBeNull()
})

test('a first run has nothing to compare with', async () => {
  await open([ALLOWANCE])
  expect((await screen.findByRole('region', { name: 'Newest run' })).textContent).toContain('First run')
})

test('worse questions are filtered, and an edited one stays open when a run takes it out of the list', async () => {
  const { user, server, state } = await open([LAPTOP, ALLOWANCE])
  const filter = within(await screen.findByRole('radiogroup', { name: 'Show' }))
  expect(screen.getByText(ALLOWANCE.q)).toBeTruthy()
  await user.click(filter.getByRole('radio', { name: 'Worse' }))
  await waitFor(() => expect(screen.queryByText(ALLOWANCE.q)).toBeNull())
  expect(screen.getByText('“laptops.txt” was removed from the data source.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Actions for “When is a laptop replaced?”' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit question', hidden: true }))
  const dialog = within(await openDialog('Edit question'))
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Question' })
  await user.type(field, ' Or not?')
  server.answer(contract.testQuestions.run, { TestRun: RUN })
  state.questions = [{ ...LAPTOP, change: 'same' }, ALLOWANCE]
  // Behind the dialog, as a live message or a run would renew it.
  await user.click(screen.getByRole('button', { name: RUN_AGAIN, hidden: true }))
  expect(await screen.findByText('No question matches the filter.')).toBeTruthy()
  expect(field.isConnected).toBe(true)
  expect(field.value).toBe('When is a laptop replaced? Or not?')
})
