import { contract } from '@polylogue/contract/browser'
import { waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { NewProjectDialog } from './new-project-dialog.tsx'

async function open({ isLocal = true } = {}) {
  const server = serverOf()
    .answer(contract.models.list, { Models: [modelOf(2, 'llama3.3', { isLocal })] })
    .answer(contract.projects.create, { project: { id: 9 } } as never)
    .answer(contract.tabs.create, { projecttab: { id: 12 } } as never)
  const view = <NewProjectDialog opened onClose={() => undefined} />
  const { user, address } = await openPage(view, { server })
  const dialog = within(await openDialog('New chat or project'))
  return { user, address, dialog, sent: () => server.sentTo(contract.projects.create) }
}

test('a missing name is named and gets the focus, and nothing is sent', async () => {
  const { user, dialog, sent } = await open()
  const button = dialog.getByRole('button', { name: 'Create project' })
  await user.click(button)
  expect(await dialog.findByText('Enter a name.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Name')))
  expect(sent()).toEqual([])
})

test('a name and Enter create a project, which opens on its page', async () => {
  const { user, address, dialog, sent } = await open()
  await user.type(dialog.getByLabelText('Name'), 'Quay{Enter}')
  await waitFor(() => expect(address()).toBe('/projects/9?tab=overview'))
  expect(sent()).toEqual([expect.objectContaining({ name: 'Quay', defaultModelTagId: 2 })])
})

test('the form says that its model is external', async () => {
  const { dialog } = await open({ isLocal: false })
  expect(await dialog.findByText(/not processed locally: your prompts are sent to Ollama/)).toBeTruthy()
})
