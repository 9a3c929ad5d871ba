import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { openChatbotPage } from './open-page.tsx'

const { View } = openChatbotPage
const at = { at: '/chatbots/3', path: '/chatbots/:id?' }

test('the address of a chatbot opens its editor above the list', async () => {
  const server = serverOf().answer(contract.chatbots.get, { ChatBot: botOf() })
  const { address } = await openPage(<View />, { server, ...at })
  await waitFor(() => expect(address()).toBe('/users/me/chatbots?dialog=edit-chatbot&chatbot=3'))
})

test('readers see it read-only', async () => {
  const assocContexts = [{ contextId: 11, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }]
  const server = serverOf().answer(contract.chatbots.get, { ChatBot: botOf({ assocContexts }) })
  const { address } = await openPage(<View />, { server, ...at })
  await waitFor(() => expect(address()).toBe('/users/me/chatbots?dialog=view-chatbot&chatbot=3'))
})

test('a chatbot that is gone says so, and leads to the list', async () => {
  const server = serverOf().refuse(contract.chatbots.get, { status: 404, errorCode: 'NOT_FOUND' })
  await openPage(<View />, { server, ...at })
  expect(await screen.findByText('This chatbot was deleted or is not shared with you.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All chatbots' }).getAttribute('href')).toBe('/users/me/chatbots')
})

test('a chatbot that cannot be loaded says so, with the words of the catalogue', async () => {
  const server = serverOf().refuse(contract.chatbots.get, { status: 500, errorCode: 'UNEXPECTED' })
  await openPage(<View />, { server, ...at })
  expect(await screen.findByRole('heading', { name: 'Cannot get chatbot' })).toBeTruthy()
})
