import type { Datasource } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { QuestionDialog } from './question-dialog.tsx'

const HANDBOOK: Datasource = {
  id: 9,
  uuId: '00000000-0000-4000-8000-000000000009',
  name: 'Handbook',
  summary: '',
  status: 2,
  label: '',
  localOnly: false,
  categories: [],
  tags: [],
  assocContexts: [],
  context: { id: 90, ownerContextId: 11 },
  ownerId: 1,
  mediaCount: 0,
  mediaWaiting: 0,
  mediaFailed: 0,
  media: [],
  mediaEtag: '',
  useContextual: false,
  chunkSize: 256,
  chunkOverlap: 32,
  useVectors: false,
  vectors: null,
  answersOnly: false,
  recognitionLanguages: [],
  recognitionModelTagId: 0,
  chunks: 0,
  size: 0,
  languages: [],
  lastIndexed: null,
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
}

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
