import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'

test('a new user needs a name that is free to use and an address of their own', async () => {
  const server = serverOf().refuse(contract.contexts.list, { status: 404, errorCode: 'NONE_FOUND' })
  const view = <CreateUserDialog opened viewer={userOf()} onClose={() => undefined} />
  const { user } = await openPage(view, { server })
  const dialog = within(await openDialog())
  expect(isDisabled('Create user')).toBe(true)
  expect(await dialog.findByText('Enter a first name.')).toBeTruthy()
  const first = dialog.getByLabelText('First name')
  await user.type(first, 'SuperUser')
  await user.type(dialog.getByLabelText('Last name'), 'Bäcker-Yıldız')
  const email = dialog.getByLabelText('E-mail')
  await user.type(email, 'kim3@example.org')
  expect(isDisabled('Create user'), 'a reserved name').toBe(true)
  expect(await dialog.findByText(/is reserved/)).toBeTruthy()
  await user.clear(first)
  await user.type(first, 'Miriam')
  expect(isDisabled('Create user')).toBe(false)
  server.refuse(contract.users.create, { status: 409, errorCode: 'NAME_TAKEN' })
  await user.click(dialog.getByRole('button', { name: 'Create user' }))
  expect(await dialog.findByText(/already associated with another account/)).toBeTruthy()
  await user.clear(email)
  await user.type(email, 'miriam@example.org')
  expect(dialog.queryByText(/already associated with another account/)).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Role'), 'Administrator')
  const made = userOf({ id: 7, firstName: 'Miriam', lastName: 'Bäcker-Yıldız' })
  server.answer(contract.users.create, { user: made, oneTimePassword: 'abcDEF123456' })
  await user.click(dialog.getByRole('button', { name: 'Create user' }))
  expect(await screen.findByRole('heading', { name: 'Miriam Bäcker-Yıldız created' })).toBeTruthy()
  expect(screen.getByRole('status', { name: 'Generated password' }).textContent).toBe('abcDEF123456')
  expect(server.sentTo(contract.users.create).at(-1)).toMatchObject({
    firstName: 'Miriam',
    lastName: 'Bäcker-Yıldız',
    email: 'miriam@example.org',
    roleId: 3,
  })
})
