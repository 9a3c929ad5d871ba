import { contract } from '@polylogue/contract/browser'
import { waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ViewDialog } from './view-dialog.tsx'

const serving = (deployed = true) =>
  serverOf()
    .answer(contract.models.list, { Models: [modelOf(2, 'Llama', { deployed })] })
    .answer(contract.custinsts.list, { CustomInstructionsWho: [], CustomInstructionsRespond: [] })
    .answer(contract.datasources.list, { datasources: [] })
    .refuse(contract.datasources.get, { status: 404 })
    .answer(contract.chatbots.update, () => ({ ChatBot: botOf() }))
const READING = 'You are reading. Choose this to edit.'
const EDIT = 'Edit chatbot'

async function openView(server = serving(), bot = botOf()) {
  const onClose = vi.fn<() => void>()
  const page = await openPage(<ViewDialog bot={bot} opened onClose={onClose} />, { server })
  return { ...page, onClose, dialog: within(await openDialog()) }
}

test('it opens read-only, and the alert switches to editing; saving closes it', async () => {
  const { user, dialog, server, onClose } = await openView()
  expect(dialog.queryByLabelText('Name')).toBeNull()
  await user.click(dialog.getByRole('button', { name: READING }))
  const name = await dialog.findByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'Anschluss')
  await user.click(dialog.getByRole('button', { name: 'Save chatbot' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sentTo(contract.chatbots.update)).toMatchObject([
    { name: 'Anschluss', refProjectTabId: 5, modelTagId: 2, datasourceId: 7, custInstWhoId: 0 },
  ])
})

test('the button switches, too; without name, description or model nothing can be saved', async () => {
  const { user, dialog } = await openView()
  await user.click(dialog.getByRole('button', { name: EDIT }))
  const save = dialog.getByRole('button', { name: 'Save chatbot' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  for (const label of ['Name', 'Description']) {
    const field = dialog.getByLabelText(label)
    await user.clear(field)
    expect(save).toHaveProperty('disabled', true)
    await user.type(field, 'Text')
    expect(save).toHaveProperty('disabled', false)
  }
})

test('without a deployed tag the hint says so, and nothing can be saved', async () => {
  const { user, dialog } = await openView(serving(false))
  await user.click(dialog.getByRole('button', { name: EDIT }))
  expect(await dialog.findByText(/^No model is deployed at the moment/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Save chatbot' })).toHaveProperty('disabled', true)
})

test('a refused change keeps the input, with the reason', async () => {
  const { user, dialog, server } = await openView()
  server.refuse(contract.chatbots.update)
  await user.click(dialog.getByRole('button', { name: EDIT }))
  await user.type(await dialog.findByLabelText('Name'), '!')
  await user.click(dialog.getByRole('button', { name: 'Save chatbot' }))
  expect(await dialog.findByText(/^Cannot update chatbot/)).toBeTruthy()
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Netzanschluss!')
})

test('readers are not offered to edit', async () => {
  const assocContexts = [{ contextId: 11, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }]
  const { dialog } = await openView(serving(), botOf({ assocContexts }))
  expect(dialog.queryByRole('button', { name: EDIT })).toBeNull()
  expect(dialog.queryByRole('button', { name: READING })).toBeNull()
})
