import { contract } from '@polylogue/contract/browser'
import { waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { StartupOptionsDialog } from './startup-options-dialog.tsx'

const setting = (name: string, value: string) => ({ name, value }) as never

test('startup options that failed to load are not stored, and can be loaded again', async () => {
  const server = serverOf().answer(contract.models.list, { Models: [] }).refuse(contract.settings.list)
  const { user } = await openPage(<StartupOptionsDialog opened onClose={() => undefined} />, { server })
  const dialog = within(await openDialog())
  const again = await dialog.findByRole('button', { name: 'Try again' })
  expect(dialog.getByRole('button', { name: 'Set' })).toHaveProperty('disabled', true)
  server.answer(contract.settings.list, { Settings: [setting('defaultStartupType', 'dashboard')] })
  await user.click(again)
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Set' })).toHaveProperty('disabled', false))
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('the start page is an address of this site, and no other', async () => {
  const server = serverOf()
    .answer(contract.models.list, { Models: [] })
    .answer(contract.settings.list, { Settings: [setting('defaultStartupType', 'dashboard')] })
  const { user } = await openPage(<StartupOptionsDialog opened onClose={() => undefined} />, { server })
  const dialog = within(await openDialog())
  await user.click(await dialog.findByRole('radio', { name: /Custom address/ }))
  const field = await dialog.findByRole('textbox', { name: 'Address' })
  const disabled = () =>
    ['Set', 'Test'].map((name) => dialog.getByRole<HTMLButtonElement>('button', { name }).disabled)
  for (const uri of ['', '//evil.example', 'https://evil.example', '/\\evil.example', '/a?to=x:/y']) {
    await user.clear(field)
    if (uri !== '') await user.type(field, uri)
    expect(disabled(), uri).toEqual([true, true])
  }
  await user.clear(field)
  await user.type(field, '/prompts')
  expect(disabled()).toEqual([false, false])
})

test('an external model is marked in the list, and the form says where prompts are sent', async () => {
  const server = serverOf().answer(contract.models.list, {
    Models: [modelOf(2, 'llama3.3', { isLocal: false }), modelOf(3, 'mistral-small')],
  })
  await openPage(<StartupOptionsDialog opened onClose={() => undefined} />, { server })
  const dialog = within(await openDialog())
  expect(await dialog.findByText(/not processed locally: your prompts are sent to Ollama/)).toBeTruthy()
  const field = dialog.getByLabelText<HTMLSelectElement>('Model for new chats and projects')
  expect([...field.options].map(({ textContent }) => textContent)).toEqual([
    'llama3.3 · External',
    'mistral-small',
  ])
})
