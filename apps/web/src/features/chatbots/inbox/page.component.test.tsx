import type { InboxGroup } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { inboxPage } from './page.tsx'

const { View } = inboxPage
const TIME = '2026-01-05T08:00:00.000Z'
const GROUP: InboxGroup = {
  id: 8,
  question: 'What is a meter swap?',
  count: 3,
  newest: TIME,
  questions: [
    {
      id: 8,
      question: 'What is a meter swap?',
      answer: 'Nothing found.',
      why: 'missed',
      contact: 'eva@example.org',
      datasourceId: 7,
      created: TIME,
    },
  ],
}
const own = (hasWriteAccess: boolean) => [
  { contextId: 11, hasReadAccess: true, hasWriteAccess, hasAdminAccess: hasWriteAccess },
]

const serving = (groups: InboxGroup[], writes = true) =>
  serverOf()
    .answer(contract.chatbots.get, { ChatBot: botOf() })
    .answer(contract.chatbots.inbox, { InboxGroups: groups })
    .answer(contract.datasources.get, {
      datasource: { id: 7, name: 'Leaflets', media: [], assocContexts: own(writes) } as never,
    })

const open = (server: ReturnType<typeof serving>, at = '/chatbots/3/inbox') =>
  openPage(<View />, { server, at, path: '/chatbots/:id/inbox' })

test('an empty inbox says what appears here', async () => {
  await open(serving([]))
  expect(await screen.findByRole('heading', { name: 'No unanswered questions' })).toBeTruthy()
})

test('a question becomes a test question of the data source, and shows who waits', async () => {
  const server = serving([GROUP]).answer(contract.testQuestions.create, { TestQuestion: {} as never })
  const { user } = await open(server)
  expect(await screen.findByText('Asked 3 times')).toBeTruthy()
  expect(screen.getByText('eva@example.org')).toBeTruthy()
  const add = screen.getByRole('button', { name: 'Make a test question' })
  await waitFor(() => expect(add).toHaveProperty('disabled', false))
  await user.click(add)
  expect(await screen.findByText('Added to the test questions.')).toBeTruthy()
  expect(server.sentTo(contract.testQuestions.create)).toEqual([{ q: GROUP.question, expected: null }])
})

test('a typed answer becomes a document, and settles the question', async () => {
  const server = serving([GROUP])
    .answer(contract.media.begin, { media: { media_id: 21 } as never })
    .answer(contract.media.append, { media: { media_id: 21 } as never })
    .answer(contract.chatbots.settle, null as never)
  const { user } = await open(server)
  const write = await screen.findByRole('button', { name: 'Answer with a document' })
  await waitFor(() => expect(write).toHaveProperty('disabled', false))
  await user.click(write)
  const dialog = within(await openDialog('Answer with a document'))
  await user.click(dialog.getByRole('button', { name: 'Add document' }))
  expect(dialog.getByText('Enter the answer.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Answer'), 'We change it.')
  await user.click(dialog.getByRole('button', { name: 'Add document' }))
  await waitFor(() => expect(server.requests.some(({ path }) => path === 'chatbots/3/inbox/8')).toBe(true))
  expect(server.sentTo(contract.media.begin)).toEqual([
    { name: 'What is a meter swap.md', mime_type: 'text/markdown', size: 39 },
  ])
})

test('without write access to the data source it says why', async () => {
  await open(serving([GROUP], false))
  expect(await screen.findByText(/^You can read “Leaflets”/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Make a test question' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Settle' })).toHaveProperty('disabled', false)
})

test('where the chatbot had no data source, a button leads to choosing one', async () => {
  const questions = GROUP.questions.map((one) => ({ ...one, datasourceId: 0 }))
  const { user, address } = await open(serving([{ ...GROUP, questions }]))
  await user.click(await screen.findByRole('button', { name: 'Choose a data source' }))
  await waitFor(() => expect(address()).toContain('dialog=edit-chatbot&chatbot=3&section=source'))
})

test('a question opens as a chat', async () => {
  const server = serving([GROUP]).answer(contract.chatbots.openInChat, { projectId: 4, projectTabId: 6 })
  const { user, address } = await open(server)
  await user.click(await screen.findByRole('button', { name: 'Open as chat' }))
  await waitFor(() => expect(address()).toBe('/projects/4?tab=6'))
})

test('the usage is a plot with a table of the same numbers', async () => {
  const day = { questions: 4, visitors: 2, missed: 1, failed: 0, up: 1, down: 0, tokens: 900 }
  const today = new Date().toISOString().slice(0, 10)
  const server = serving([]).answer(contract.chatbots.usage, { days: [{ day: today, ...day }] })
  const { user } = await open(server, '/chatbots/3/inbox?view=usage')
  expect((await screen.findByRole('img')).getAttribute('aria-label')).toMatch(/^Questions of 30 days/)
  await user.click(screen.getByRole('button', { name: 'As a table' }))
  const [, row] = within(screen.getByRole('table')).getAllByRole('row')
  expect(row?.textContent).toContain('900')
})

test('readers of the chatbot do not get its inbox', async () => {
  const server = serverOf().answer(contract.chatbots.get, { ChatBot: botOf({ assocContexts: own(false) }) })
  await open(server)
  expect(await screen.findByRole('heading', { name: /^The inbox is for people/ })).toBeTruthy()
})
