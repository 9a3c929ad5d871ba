// What those who keep a data source do with questions that found nothing (NOTIFY-8).
import type { Datasource, MediaItem, UnansweredQuestion } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { UserEvent } from '@testing-library/user-event'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { NotAnswered } from './not-answered.tsx'

const REPORTED = '2026-01-05T08:00:00.000Z'

const documentOf = (media_id: number, name: string, created: string) =>
  ({ media_id, name, created }) as MediaItem

const SOURCE = {
  id: 3,
  name: 'Rules',
  media: [
    documentOf(21, 'canteen.txt', '2026-01-01T08:00:00.000Z'),
    documentOf(22, 'airships.pdf', '2026-01-06T08:00:00.000Z'),
  ],
} as Datasource

const PEOPLE = ['Bea', 'ليلى'].map((name, at) => ({ userId: at + 2, name }))

/** A data source with a reported question; what answers or discards it removes it. */
async function page(media: readonly MediaItem[] = SOURCE.media) {
  let questions: UnansweredQuestion[] = [
    { id: 7, datasourceId: 3, q: 'Where do zeppelins land?', count: 1, people: PEOPLE, created: REPORTED },
  ]
  const kept: unknown[] = []
  const done = () => {
    questions = []
    return {}
  }
  const server = serverOf()
    .answer(contract.unanswered.list, () => ({ UnansweredQuestions: questions, misses: [] }))
    .answer(contract.unanswered.own, { messageIds: [] })
    .answer(contract.testQuestions.list, () => ({ TestQuestions: kept, runs: [] }) as never)
    .answer(contract.testQuestions.create, ({ body }) => {
      kept.push(body)
      return { TestQuestion: body } as never
    })
    .answer(contract.unanswered.solve, done)
    .answer(contract.unanswered.dismiss, done)
  const opened = await openPage(<NotAnswered datasource={{ ...SOURCE, media: [...media] }} />, { server })
  await screen.findByText('Where do zeppelins land?')
  return { ...opened, server }
}

/** Chooses an item of the question's menu. */
async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Actions for “Where do zeppelins land?”' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('a question has two buttons and a menu, and says by whom it was reported', async () => {
  const { user } = await page()
  const row = within(screen.getByRole('list', { name: 'Questions that found nothing' }))
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Answer with a document',
    'Mark as answered',
    '',
  ])
  expect(row.getByText(/^Reported once by \u2068Bea, \u2068ليلى\u2069\u2069/)).toBeTruthy()
  await choose(user, 'Keep as test question')
  expect(await row.findByText('Kept as test question')).toBeTruthy()
})

test('marking as answered proposes the document that was added since, and says who is told', async () => {
  const { user, server } = await page()
  await user.click(screen.getByRole('button', { name: 'Mark as answered: “Where do zeppelins land?”' }))
  const dialog = within(await openDialog('Mark as answered'))
  expect(dialog.getByText('Where do zeppelins land?')).toBeTruthy()
  const document = dialog.getByLabelText<HTMLSelectElement>('Document that answers it')
  expect(document.value).toBe('22')
  expect([...document.options].map(({ text }) => text)).toEqual(['None', 'airships.pdf', 'canteen.txt'])
  await user.selectOptions(document, 'canteen.txt')
  await user.click(dialog.getByRole('button', { name: 'Mark as answered' }))
  expect(await screen.findByText('No questions reported')).toBeTruthy()
  expect(await screen.findByText('Marked as answered. Those who reported it are told.')).toBeTruthy()
  expect(server.sentTo(contract.unanswered.solve)).toEqual([{ mediaId: 21 }])
  expect(server.sentTo(contract.unanswered.dismiss)).toEqual([])
})

test('without a newer document it is marked as answered by none', async () => {
  const { user, server } = await page(SOURCE.media.slice(0, 1))
  await user.click(screen.getByRole('button', { name: /^Mark as answered:/ }))
  const dialog = within(await openDialog('Mark as answered'))
  await user.click(dialog.getByRole('button', { name: 'Mark as answered' }))
  await waitFor(() => expect(server.sentTo(contract.unanswered.solve)).toEqual([{ mediaId: null }]))
})

test('a written answer becomes a document, and the question is answered by it', async () => {
  const { user, server } = await page()
  server
    .answer(contract.media.begin, { media: documentOf(30, 'Where do zeppelins land.md', REPORTED) })
    .answer(contract.media.append, { media: documentOf(30, 'Where do zeppelins land.md', REPORTED) })
  await user.click(screen.getByRole('button', { name: 'Answer with a document' }))
  const dialog = within(await openDialog('Answer with a document'))
  await user.type(dialog.getByLabelText('Answer'), 'In Friedrichshafen.')
  await user.click(dialog.getByRole('button', { name: 'Add document' }))
  await waitFor(() => expect(server.sentTo(contract.unanswered.solve)).toEqual([{ mediaId: 30 }]))
  expect(await screen.findByText('No questions reported')).toBeTruthy()
})

test('discarding removes it, and says that nobody is told', async () => {
  const { user, server } = await page()
  await choose(user, 'Discard')
  expect(await screen.findByText('No questions reported')).toBeTruthy()
  expect(await screen.findByText('Question discarded. Nobody is told.')).toBeTruthy()
  expect(server.sentTo(contract.unanswered.solve)).toEqual([])
})

test('one that cannot be marked stays, with the reason', async () => {
  const { user, server } = await page()
  server.refuse(contract.unanswered.solve, { status: 403, errorCode: 'PERMISSION_DENIED' })
  await user.click(screen.getByRole('button', { name: /^Mark as answered:/ }))
  const dialog = within(await openDialog('Mark as answered'))
  await user.click(dialog.getByRole('button', { name: 'Mark as answered' }))
  expect(await screen.findByText('Could not mark the question as answered')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Mark as answered:/ })).toBeTruthy()
})
