import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ChatbotDialogs } from './dialogs.tsx'
import { ExportTabDialog } from './export-tab-dialog.tsx'

const TAB = {
  id: 5,
  projectId: 4,
  name: 'Angebote',
  defaultModelId: 2,
  defaultModelTagId: 2,
  defaultDatasourceId: 7,
  custInstWhoId: 0,
  custInstRespondId: 0,
} as Tab

const serving = () =>
  serverOf()
    .answer(contract.models.list, { Models: [modelOf(2, 'Llama')] })
    .answer(contract.custinsts.list, { CustomInstructionsWho: [], CustomInstructionsRespond: [] })
    .answer(contract.datasources.get, { datasource: { id: 7, name: 'Leaflets', media: [] } as never })
    .answer(contract.chatbots.get, { ChatBot: botOf() })

test('exporting a tab says what will be public, makes the chatbot, and opens its editor', async () => {
  const server = serving().answer(contract.chatbots.create, { ChatBot: botOf() })
  const close = vi.fn<() => void>()
  const { user, address } = await openPage(<ExportTabDialog tab={TAB} opened onClose={close} />, { server })
  const dialog = within(await openDialog('Export tab to chatbot'))
  expect(await dialog.findByText('Answers of Llama 8b')).toBeTruthy()
  expect(await dialog.findByText(/quote of “Leaflets”/)).toBeTruthy()
  expect(dialog.getByText(/messages of this tab stay private/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Create chatbot' }))
  await waitFor(() => expect(address()).toContain('dialog=edit-chatbot&chatbot=3'))
  expect(server.sentTo(contract.chatbots.create)).toEqual([
    { name: 'Angebote', description: 'Answers as the tab “Angebote”.', refProjectTabId: 5 },
  ])
})

test('a refused export says why and stays', async () => {
  const server = serving().refuse(contract.chatbots.create)
  const { user } = await openPage(<ExportTabDialog tab={TAB} opened onClose={() => undefined} />, { server })
  const dialog = within(await openDialog())
  await user.click(dialog.getByRole('button', { name: 'Create chatbot' }))
  expect(await dialog.findByText(/^Cannot create chatbot/)).toBeTruthy()
})

test('a refused deletion says why and stays', async () => {
  const server = serving().refuse(contract.chatbots.remove)
  const { user } = await openPage(<ChatbotDialogs />, { server, at: '/?dialog=delete-chatbot&chatbot=3' })
  const dialog = within(await openDialog('Delete chatbot'))
  expect(dialog.getByText(/It stops answering on all websites at once/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete chatbot' }))
  expect(await dialog.findByText(/^Cannot delete chatbot/)).toBeTruthy()
})

test('new keys are asked for with what they end', async () => {
  const server = serving().answer(contract.chatbots.renewKeys, { ChatBot: botOf({ secret: 'other' }) })
  const { user } = await openPage(<ChatbotDialogs />, { server, at: '/?dialog=renew-chatbot&chatbot=3' })
  const dialog = within(await openDialog('Renew keys'))
  expect(dialog.getByText(/All pages need the new code/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Renew keys' }))
  expect(await screen.findByText('The keys are new.')).toBeTruthy()
  expect(server.sentTo(contract.chatbots.renewKeys)).toEqual([{ identifier: false, secret: true }])
})

test.each([
  ['without a website', { rules: { ...botOf().rules, origins: [] } }, 'Add website', 'places'],
  ['without a title', { widget: { ...botOf().widget, title: '' } }, 'Edit chatbot', 'look'],
])('the code of a chatbot %s leads to what is missing', async (_, some, way, section) => {
  const server = serving().answer(contract.chatbots.get, { ChatBot: botOf(some) })
  const { user, address } = await openPage(<ChatbotDialogs />, {
    server,
    at: '/?dialog=code-chatbot&chatbot=3',
  })
  const dialog = within(await openDialog('Embed code'))
  await user.click(dialog.getByRole('button', { name: way }))
  await waitFor(() => expect(address()).toContain(`dialog=edit-chatbot&chatbot=3&section=${section}`))
})

test('a dialog about a chatbot that is gone says so', async () => {
  const server = serverOf().refuse(contract.chatbots.get, { status: 404, errorCode: 'NOT_FOUND' })
  await openPage(<ChatbotDialogs />, { server, at: '/?dialog=edit-chatbot&chatbot=3' })
  expect(await screen.findByText('This chatbot was deleted or is not shared with you.')).toBeTruthy()
})
