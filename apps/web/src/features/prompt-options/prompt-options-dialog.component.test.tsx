import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { PromptOptionsDialog } from './prompt-options-dialog.tsx'

const KINDS = [
  { name: 'temperature', kind: 'number', min: 0, max: 2, step: 0.1, defaultValue: 0.8, description: '' },
  { name: 'mirostat', kind: 'integer', min: 0, max: 2, step: 1, defaultValue: 0, description: '' },
] as never

const tabWith = (options: Tab['options']) =>
  ({ id: 7, projectId: 4, name: 'Lots', defaultModelId: 2, defaultModelTagId: 2, options }) as Tab

/** Opens the options of a tab whose model supports only the temperature. */
async function open(options: Tab['options'] = {}) {
  const server = serverOf()
    .answer(contract.models.promptOptions, { PromptOptions: KINDS })
    .answer(contract.models.list, { Models: [modelOf(2, 'llama3.3', { supportedOptions: ['temperature'] })] })
    .answer(contract.tabs.update, { projecttab: tabWith({}) })
  const onClose = vi.fn()
  const { user } = await openPage(<PromptOptionsDialog tab={tabWith(options)} opened onClose={onClose} />, {
    server,
  })
  const dialog = within(await openDialog('Prompt options'))
  const temperature = await dialog.findByRole<HTMLInputElement>('spinbutton', { name: /^Temperature/ })
  const save = () => user.click(dialog.getByRole('button', { name: 'Save options' }))
  return { user, dialog, temperature, save, onClose, sent: () => server.sentTo(contract.tabs.update) }
}

test('a value out of bounds is not saved and named; only changed options are stored', async () => {
  const { user, dialog, temperature, save, onClose, sent } = await open()
  await user.clear(temperature)
  await user.type(temperature, '2.5')
  await save()
  expect(await dialog.findByText('Enter 0 to 2.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(temperature))
  expect(sent()).toEqual([])
  await user.clear(temperature)
  await user.type(temperature, '0.2')
  expect(dialog.getByText('1 option changed')).toBeTruthy()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toEqual([{ options: { temperature: 0.2 } }])
})

test('options that the model does not support are folded and disabled', async () => {
  const { user, dialog } = await open()
  const others = await dialog.findByText('Not supported by this model')
  const fold = others.closest('details')!
  expect(fold.open).toBe(false)
  await user.click(others)
  await waitFor(() => expect(fold.open).toBe(true))
  const field = dialog.getByRole<HTMLInputElement>('spinbutton', { name: /mirostat$/ })
  expect(field.disabled).toBe(true)
  expect(fold.contains(field)).toBe(true)
})

test('stored options are shown, and all are reset at once', async () => {
  const { user, dialog, temperature, save, onClose, sent } = await open({ temperature: 0.2 })
  expect(temperature.value).toBe('0.2')
  await user.click(dialog.getByRole('button', { name: 'Reset all' }))
  expect(temperature.value).toBe('0.8')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toEqual([{ options: {} }])
})
