import type { ChatBot } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { chatbotsPage } from './page.tsx'

const SECRET = 'Secret'
const EDIT = 'Edit “Netzanschluss”'
const { View } = chatbotsPage
const serving = (bots: ChatBot[]) => serverOf().answer(contract.chatbots.list, { ChatBots: bots })

test('a list of none is empty, also as 404, and leads on', async () => {
  const { user, address } = await openPage(<View />, { server: serving([]) })
  expect(await screen.findByRole('heading', { name: 'No chatbots yet' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New chatbot' }))
  expect(address()).toContain('dialog=new-chatbot')
})

test('a list that failed says so, with the words of the catalogue', async () => {
  const server = serverOf().refuse(contract.chatbots.list, { status: 500, errorCode: 'UNEXPECTED' })
  await openPage(<View />, { server })
  expect(await screen.findByRole('heading', { name: 'Cannot get chatbots' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a chatbot shows its tab, identifier, hidden secret and waiting questions', async () => {
  const { user } = await openPage(<View />, { server: serving([botOf({ unanswered: 2 })]) })
  expect((await screen.findByRole('link', { name: 'Angebote' })).getAttribute('href')).toBe(
    '/projects/4?tab=5',
  )
  expect(screen.getByText('Answers on www.example.org')).toBeTruthy()
  expect(screen.getByText('bot-identifier')).toBeTruthy()
  expect(screen.getByText(SECRET)).toBeTruthy()
  expect(screen.getByRole('button', { name: EDIT })).toBeTruthy()
  expect(screen.queryByText('bot-secret')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show the secret of “Netzanschluss”' }))
  expect(screen.getByText('bot-secret')).toBeTruthy()
  expect(screen.getByRole('link', { name: '2 questions waiting' }).getAttribute('href')).toBe(
    '/chatbots/3/inbox',
  )
  await user.click(screen.getByRole('button', { name: 'Copy the identifier of “Netzanschluss”' }))
  expect(await window.navigator.clipboard.readText()).toBe('bot-identifier')
})

test('the secret is for its owner only', async () => {
  const assocContexts = [{ contextId: 11, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }]
  const server = serving([botOf({ ownerId: 9, secret: '', assocContexts })])
  server.refuse(contract.users.get, { status: 404 }, ({ path }) => path === 'users/9')
  await openPage(<View />, { server })
  expect(await screen.findByText('bot-identifier')).toBeTruthy()
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(screen.queryByRole('button', { name: EDIT })).toBeNull()
})

test.each([
  ['no-origin', 'On no website yet', 'Add website', 'places'],
  ['model-gone', /its model is not deployed/, 'Choose a model', 'answering'],
  ['source-gone', /cannot read the data source/, 'Choose a data source', 'source'],
  ['source-confidential', /local models only/, 'Choose a local model', 'answering'],
  ['tab-gone', /was deleted$/, 'Choose another tab', 'answering'],
  ['expired', /^Ended on/, 'Change end', 'limits'],
] as const)('the state %s says why, and leads on', async (state, words, way, section) => {
  const bot = botOf({ state, rules: { ...botOf().rules, origins: [] } })
  const { user, address } = await openPage(<View />, { server: serving([bot]) })
  expect(await screen.findByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: way }))
  expect(address()).toContain(`dialog=edit-chatbot&chatbot=3&section=${section}`)
})

test('the newest stands first, as the server says', async () => {
  const bots = [botOf({ id: 4, name: 'Newer' }), botOf()]
  await openPage(<View />, { server: serving(bots) })
  const list = within(await screen.findByRole('list', { name: 'Chatbots' }))
  expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Newer',
    'Netzanschluss',
  ])
})
