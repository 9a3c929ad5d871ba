import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { NewCustInstDialog } from './new-dialog.tsx'

test('an instruction that cannot be saved keeps the input, with the reason', async () => {
  const close = vi.fn<() => void>()
  const { user, server } = await openPage(<NewCustInstDialog opened onClose={close} />)
  server.refuse(contract.custinsts.create)
  const dialog = within(await openDialog())
  await user.type(dialog.getByLabelText('Name'), 'Formal')
  await user.type(dialog.getByLabelText('Instruction'), 'Write formally.')
  await user.click(dialog.getByRole('button', { name: 'Add instruction' }))
  expect(await screen.findByText(/^Cannot save custom instruction/)).toBeTruthy()
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Formal')
  expect(dialog.getByLabelText('Instruction')).toHaveProperty('value', 'Write formally.')
  expect(close).not.toHaveBeenCalled()
})

test('an instruction needs a name and a text, and says so', async () => {
  const { user, server } = await openPage(<NewCustInstDialog opened onClose={() => undefined} />)
  const dialog = within(await openDialog())
  await user.click(dialog.getByRole('button', { name: 'Add instruction' }))
  expect(await dialog.findByText('Enter a name.')).toBeTruthy()
  expect(dialog.getByText('Enter an instruction.')).toBeTruthy()
  expect(server.sentTo(contract.custinsts.create)).toEqual([])
})
