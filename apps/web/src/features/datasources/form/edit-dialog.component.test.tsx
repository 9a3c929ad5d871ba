import type { Datasource } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { datasourceOf, mediaOf, withForms } from '#test/datasources.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { EditDatasourceDialog } from './edit-dialog.tsx'

const RULES = datasourceOf({ name: 'Bidding rules', media: [mediaOf(1, 'rules.txt')] })

/** Opens the dialog; `close` is called when it closes. */
async function open({ datasource = RULES, server = withForms(serverOf()), config = {} }: Opening = {}) {
  const close = vi.fn<() => void>()
  const view = <EditDatasourceDialog datasource={datasource} opened onClose={close} />
  const page = await openPage(view, { server, config })
  const dialog = within(await openDialog('Edit data source'))
  return { ...page, close, dialog, save: await dialog.findByRole('button', { name: 'Save data source' }) }
}

interface Opening {
  datasource?: Datasource
  server?: ReturnType<typeof serverOf>
  config?: object
}

test('the overlap must be smaller than the passage, and a failed save keeps the input', async () => {
  const { user, server, close, dialog, save } = await open()
  await user.type(dialog.getByLabelText('Summary'), 'How to bid.')
  const isUnfolded = () => dialog.getByText('Advanced').closest('details')?.open
  expect(isUnfolded()).toBe(false)
  await user.click(dialog.getByText('Advanced'))
  const set = (name: string, value: string) =>
    fireEvent.input(dialog.getByRole('slider', { name }), { target: { value } })
  set('Passage length', '64')
  set('Overlap', '80')
  await user.click(save)
  expect(await dialog.findByText('The overlap must be smaller than the passage.')).toBeTruthy()
  expect(server.sentTo(contract.datasources.update)).toEqual([])
  set('Overlap', '16')
  set('Passage length', '128')
  server.refuse(contract.datasources.update, { status: 500, errorCode: 'UNEXPECTED' })
  await user.click(save)
  expect(await dialog.findByText(/^Cannot update Data Source/)).toBeTruthy()
  expect(dialog.getByLabelText('Summary')).toHaveProperty('value', 'How to bid.')
  server.answer(contract.datasources.update, { datasource: RULES })
  await user.click(save)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(server.sentTo(contract.datasources.update).at(-1)).toMatchObject({
    summary: 'How to bid.',
    chunkSize: 128,
    chunkOverlap: 16,
    ifModified: RULES.modified,
  })
})

test('the languages of scans are chosen, and the form says that scans are read again', async () => {
  const config = { recognitionLanguages: ['deu', 'eng', 'bul'], recognitionInstalled: ['deu', 'eng', 'bul'] }
  const { user, server, dialog, save } = await open({ config })
  const languages = within(dialog.getByRole('group', { name: 'Languages of scans' }))
  const ticked = () => languages.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
  expect(ticked()).toEqual([true, true, true])
  expect(dialog.queryByText(/^Scans are read again when you save\./)).toBeNull()
  await user.click(languages.getByRole('checkbox', { name: 'Bulgarian' }))
  expect(await dialog.findByText(/^Scans are read again when you save\./)).toBeTruthy()
  expect(ticked()).toEqual([true, true, false])
  server.answer(contract.datasources.update, { datasource: RULES })
  await user.click(save)
  await waitFor(() =>
    expect(server.sentTo(contract.datasources.update)).toMatchObject([
      { recognitionLanguages: ['deu', 'eng'] },
    ]),
  )
})

test('search by meaning is switched off', async () => {
  const vectorModel = { modelTagId: 7, name: 'bge-m3', isLocal: true, datasources: 1, waiting: 0 }
  const server = withForms(serverOf()).answer(contract.vectors.get, { vectorModel })
  const { user, dialog, save } = await open({ server })
  const toggle = await dialog.findByRole<HTMLInputElement>('switch', { name: 'Search by meaning, too' })
  expect(toggle.checked).toBe(true)
  await user.click(toggle)
  server.answer(contract.datasources.update, { datasource: RULES })
  await user.click(save)
  await waitFor(() =>
    expect(server.sentTo(contract.datasources.update)).toMatchObject([{ useVectors: false }]),
  )
})

test('a label for which nothing is sent to external models says so', async () => {
  const server = withForms(serverOf()).answer(contract.datasources.labels, {
    DatasourceLabels: [{ name: 'confidential', localOnly: true }],
  })
  const { user, dialog, save } = await open({ server })
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Confidentiality' }), 'Confidential')
  expect(await dialog.findByText(/Nothing of its documents is sent to external models\./)).toBeTruthy()
  server.answer(contract.datasources.update, { datasource: RULES })
  await user.click(save)
  await waitFor(() =>
    expect(server.sentTo(contract.datasources.update)).toMatchObject([{ label: 'confidential' }]),
  )
})

test('an address that is typed while another one is added stays, and saving waits for it', async () => {
  const { user, server, close, dialog, save } = await open()
  const address = dialog.getByLabelText<HTMLInputElement>('Address of a document')
  await user.type(address, 'nowhere.invalid/one')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(address.value).toBe('nowhere.invalid/one')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const media = mediaOf(2, 'nowhere.invalid one', { url: 'https://nowhere.invalid/one' })
  server.answer(contract.media.begin, async () => {
    await held
    return { media }
  })
  await user.type(address, '{Enter}')
  await waitFor(() => expect(server.sentTo(contract.media.begin)).toHaveLength(1))
  expect(server.sentTo(contract.media.begin)).toEqual([{ url: 'nowhere.invalid/one', refresh: 'none' }])
  await user.clear(address)
  await user.type(address, 'nowhere.invalid/two')
  release()
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add address' })
  await waitFor(() => expect(add.getAttribute('aria-busy') ?? add.dataset['busy'] ?? null).toBeNull())
  expect(address.value).toBe('nowhere.invalid/two')
  await user.click(save)
  expect(await dialog.findByText('Add this address or clear the field.')).toBeTruthy()
  expect(server.sentTo(contract.datasources.update)).toEqual([])
  await user.clear(address)
  server.answer(contract.datasources.update, { datasource: RULES })
  await user.click(save)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})
