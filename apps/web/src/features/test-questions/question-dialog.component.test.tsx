import type { TestQuestion } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { datasourceOf, mediaOf } from '#test/datasources.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { QuestionDialog } from './question-dialog.tsx'

const HANDBOOK = datasourceOf()

/** Opens the dialog that adds a question; `close` is called when it closes. */
async function open() {
  const close = vi.fn<() => void>()
  const page = await openPage(<QuestionDialog datasource={HANDBOOK} onClose={close} />)
  const dialog = within(await openDialog('Add test question'))
  return { ...page, close, dialog, add: dialog.getByRole('button', { name: 'Add question' }) }
}

test('a question without words is not sent', async () => {
  const { user, server, dialog, add } = await open()
  await user.click(add)
  expect(await dialog.findByText('Enter a question.')).toBeTruthy()
  expect(server.sentTo(contract.testQuestions.create)).toEqual([])
})

test('a failed save keeps the input, and closing asks first', async () => {
  const { user, server, close, dialog, add } = await open()
  server.refuse(contract.testQuestions.create, { status: 500, errorCode: 'UNEXPECTED' })
  const question = dialog.getByRole('textbox', { name: 'Question' })
  await user.type(question, 'Lost?')
  await user.click(add)
  expect(await screen.findByText(/^Could not add the question/)).toBeTruthy()
  expect(server.sentTo(contract.testQuestions.create)).toMatchObject([{ q: 'Lost?' }])
  expect(question).toHaveProperty('value', 'Lost?')
  await user.keyboard('{Escape}')
  const discard = await dialog.findByRole('button', { name: /^Discard/ })
  expect(close).not.toHaveBeenCalled()
  await user.click(discard)
  expect(close).toHaveBeenCalledOnce()
})

const ALLOWANCE: TestQuestion = {
  id: 3,
  datasourceId: 9,
  q: 'Which allowance do I get?',
  expected: { mediaId: 1, name: 'travel.txt', quote: '30 euros a day' },
  userId: null,
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
  now: null,
  before: null,
  change: null,
}

/** Opens the dialog that edits a question of a data source with 51 documents, from which on they have a filter. */
async function edit() {
  const close = vi.fn<() => void>()
  const media = Array.from({ length: 51 }, (_, at) =>
    mediaOf(at + 1, at === 0 ? 'travel.txt' : `page ${at}.txt`),
  )
  const view = <QuestionDialog datasource={datasourceOf({ media })} question={ALLOWANCE} onClose={close} />
  const page = await openPage(view)
  page.server.answer(contract.testQuestions.update, { TestQuestion: ALLOWANCE })
  const dialog = within(await openDialog('Edit question'))
  return { ...page, close, dialog, save: dialog.getByRole('button', { name: 'Save question' }) }
}

test('only the field that was changed is sent: others may change the other one', async () => {
  const { user, server, close, dialog, save } = await edit()
  const question = dialog.getByRole('textbox', { name: 'Question' })
  await user.clear(question)
  await user.type(question, 'Which allowance is paid?')
  await user.click(save)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(server.sentTo(contract.testQuestions.update)).toEqual([{ q: 'Which allowance is paid?' }])
})

test('Enter in the filter of documents does not save, and the chosen one stays in the list', async () => {
  const { user, server, close, dialog, save } = await edit()
  const document = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Document that it should find' })
  const offered = () => [...document.options].map(({ textContent }) => textContent)
  expect(offered()).toContain('page 2.txt')
  await user.type(dialog.getByRole('searchbox', { name: 'Filter documents' }), 'page 1{Enter}')
  expect(close).not.toHaveBeenCalled()
  expect(server.sentTo(contract.testQuestions.update)).toEqual([])
  expect(document.selectedOptions[0]?.textContent).toBe('travel.txt')
  expect(offered()).not.toContain('page 2.txt')
  await user.selectOptions(document, 'page 12.txt')
  await user.click(save)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(server.sentTo(contract.testQuestions.update)).toEqual([
    { expected: { mediaId: 13, quote: '30 euros a day' } },
  ])
})
