import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { EditTabDialog } from './edit-tab-dialog.tsx'

const tab = {
  id: 5,
  projectId: 4,
  name: 'Offers',
  description: '',
  defaultModelId: 2,
  defaultModelTagId: 2,
  modified: '2026-01-05T08:00:00.000Z',
} as Tab

async function open({ isLocal = true } = {}) {
  const server = serverOf().answer(contract.models.list, { Models: [modelOf(2, 'llama3.3', { isLocal })] })
  const onClose = vi.fn()
  const { user } = await openPage(<EditTabDialog tab={tab} opened onClose={onClose} />, { server })
  const dialog = within(await openDialog('Edit tab'))
  return { server, user, dialog, onClose }
}

test('another user’s change is shown before it is overwritten', async () => {
  const { server, user, dialog, onClose } = await open()
  const stored = { ...tab, description: 'From elsewhere', modified: '2026-01-06T08:00:00.000Z' }
  server
    .refuse(contract.tabs.update, { status: 409, errorCode: 'CONFLICT' })
    .answer(contract.tabs.get, { projecttab: stored })
  const name = dialog.getByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'Offers, second round')
  await user.click(dialog.getByRole('button', { name: 'Save tab' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('From elsewhere')
  server.answer(contract.tabs.update, { projecttab: stored })
  await user.click(dialog.getByRole('button', { name: 'Save my version' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const sent = server.sentTo(contract.tabs.update)
  expect(sent.at(-1)).toMatchObject({ name: 'Offers, second round', ifModified: stored.modified })
})

test('the form says that its model is external', async () => {
  const { dialog } = await open({ isLocal: false })
  expect(await dialog.findByText(/not processed locally: your prompts are sent to Ollama/)).toBeTruthy()
})
