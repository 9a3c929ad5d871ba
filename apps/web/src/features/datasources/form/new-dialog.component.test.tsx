import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { datasourceOf, siteOf, withForms } from '#test/datasources.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { NewDatasourceDialog } from './new-dialog.tsx'

/** Opens the dialog; `close` is called when it closes. */
async function open() {
  const close = vi.fn<() => void>()
  const server = withForms(serverOf())
  const page = await openPage(<NewDatasourceDialog opened onClose={close} />, { server })
  const dialog = within(await openDialog('New data source'))
  return { ...page, close, dialog, create: await dialog.findByRole('button', { name: 'Create data source' }) }
}

const created = datasourceOf({ name: 'Bidding rules' })

test('a data source needs a name', async () => {
  const { user, server, dialog, create } = await open()
  expect(dialog.getByText('No documents yet')).toBeTruthy()
  await user.click(create)
  expect(await dialog.findByText('Enter a name.')).toBeTruthy()
  expect(server.sentTo(contract.datasources.create)).toEqual([])
})

test('files that data sources do not take are named, and the others can be removed again', async () => {
  const { user, server, close, dialog, create } = await open()
  const files = [
    new File(['Nothing.'], 'notes.md', { type: 'text/markdown' }),
    new File(['MZ'], 'tool.exe', { type: 'application/x-msdownload' }),
    new File([''], 'empty.txt', { type: 'text/plain' }),
  ]
  // Dropped files and folders are not limited by the type of the input either.
  await userEvent
    .setup({ applyAccept: false })
    .upload(dialog.getByLabelText('Files', { selector: 'input' }), files)
  expect(await dialog.findByText(/^tool\.exe: data sources do not take this type of file\./)).toBeTruthy()
  expect(dialog.getByText('empty.txt: the file is empty.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Remove notes.md' }))
  expect(dialog.queryByText('notes.md')).toBeNull()
  server.answer(contract.datasources.create, { datasource: created })
  await user.type(dialog.getByLabelText('Name'), 'Bidding rules')
  await user.click(create)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(server.sentTo(contract.datasources.create)).toMatchObject([{ name: 'Bidding rules', media: [] }])
  expect(server.sentTo(contract.media.begin)).toEqual([])
})

test('a typed address is not lost: Enter adds it, and the form is not saved with one that is not added', async () => {
  const { user, server, close, dialog, create } = await open()
  const address = dialog.getByLabelText<HTMLInputElement>('Address of a document')
  await user.type(dialog.getByLabelText('Name'), 'Bidding rules')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What to add' }), 'A site map')
  await user.type(address, 'nowhere.invalid/half.xml')
  await user.type(dialog.getByLabelText('Pages at most'), '{Enter}')
  expect(await dialog.findByText('Site map nowhere.invalid/half.xml')).toBeTruthy()
  await waitFor(() => expect(address.value).toBe(''))
  await user.type(address, 'nowhere.invalid/next.xml')
  await user.type(dialog.getByLabelText('Name'), '{Enter}')
  expect(await dialog.findByText('Add this address or clear the field.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement === address).toBe(true))
  expect(server.sentTo(contract.datasources.create)).toEqual([])
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(address.value).toBe('nowhere.invalid/next.xml')
  await user.clear(address)
  server
    .answer(contract.datasources.create, { datasource: created })
    .answer(contract.sites.create, { site: siteOf() })
  await user.click(create)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  await waitFor(() =>
    expect(server.sentTo(contract.sites.create)).toEqual([
      { kind: 'sitemap', url: 'nowhere.invalid/half.xml', limit: 50, refresh: 'none' },
    ]),
  )
})

test('only whole addresses can be added', async () => {
  const { user, dialog } = await open()
  const address = dialog.getByLabelText('Address of a document')
  const isGrey = (name: string) => dialog.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect([isGrey('Add address'), isGrey('Test')]).toEqual([true, true])
  for (const wrong of ['report', 'ftp://example.org/a', 'example.org/a b']) {
    await user.clear(address)
    await user.type(address, wrong)
    expect(dialog.getByText(/^Enter a whole address, such as/)).toBeTruthy()
    expect([isGrey('Add address'), isGrey('Test')]).toEqual([true, true])
  }
  await user.clear(address)
  await user.type(address, 'nowhere.invalid/rules.pdf')
  expect([isGrey('Add address'), isGrey('Test')]).toEqual([false, false])
})
