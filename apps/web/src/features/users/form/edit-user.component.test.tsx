import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { EditUserDialog } from './edit-user-dialog.tsx'

test('a user is saved with both names only', async () => {
  const server = serverOf(userOf({ permissions: [] }))
  const { user } = await openPage(<EditUserDialog user={userOf()} own opened onClose={() => undefined} />, {
    server,
  })
  await screen.findByLabelText('First name')
  for (const label of ['First name', 'Last name']) {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    expect(isDisabled('Save'), `without ${label}`).toBe(true)
    await user.type(field, ' ')
    expect(isDisabled('Save'), `${label} of spaces`).toBe(true)
    await user.type(field, 'Kim')
    expect(isDisabled('Save')).toBe(false)
  }
})

test('a change that somebody else made meanwhile is shown, and used instead of overwritten', async () => {
  const modified = '2026-01-06T09:00:00.000Z'
  const before = userOf({ id: 7, firstName: 'Kim', lastName: 'Haddad', email: 'kim@example.org' })
  const stored = { ...before, lastName: 'El-Haddad', modified }
  const server = serverOf()
    .refuse(contract.contexts.list, { status: 404, errorCode: 'NONE_FOUND' })
    .refuse(contract.users.update, { status: 409, errorCode: 'CONFLICT' })
  const { user } = await openPage(
    <EditUserDialog user={before} own={false} opened onClose={() => undefined} />,
    { server },
  )
  const dialog = within(await openDialog())
  const first = await dialog.findByLabelText('First name')
  await user.clear(first)
  await user.type(first, 'Karim')
  server.answer(contract.users.get, ({ path }) => ({ user: path === 'users/7' ? stored : userOf() }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('El-Haddad')
  await user.click(dialog.getByRole('button', { name: 'Use the saved version' }))
  expect(await dialog.findByDisplayValue('El-Haddad')).toBeTruthy()
  expect(first).toHaveProperty('value', 'Kim')
  await user.clear(first)
  await user.type(first, 'Karim')
  server.answer(contract.users.update, { User: { ...stored, firstName: 'Karim' } })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Profile saved/)).toBeTruthy()
  expect(server.sentTo(contract.users.update).at(-1)).toMatchObject({
    firstName: 'Karim',
    lastName: 'El-Haddad',
    ifModified: modified,
  })
})
