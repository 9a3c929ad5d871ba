import type { Context } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'

const SOUTH = 31
const NORTH = 32

const tenantOf = (id: number, name: string): Context => ({
  id,
  uuId: `${id}`,
  name,
  displayName: name,
  description: '',
  contextTypeId: 6,
  contextType: { id: 6, name: 'tenants', description: '' },
  ownerContextId: 1,
  assocContexts: [],
  can_read: true,
  can_write: true,
  is_admin: true,
  numMembers: 0,
  needsApproval: false,
  asksApproval: false,
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
})

const serverWithTenants = () =>
  serverOf().answer(contract.contexts.list, {
    TennantContexts: [tenantOf(SOUTH, 'South'), tenantOf(NORTH, 'North')],
  })

const nora = (tenantContextId: number | null) =>
  userOf({
    id: 7,
    firstName: 'Nora',
    lastName: 'Nord',
    email: 'nora@example.org',
    roleId: 4,
    tenantContextId,
  })

const nothing = () => undefined

/** Returns the field with the tenants, as soon as they are loaded. */
const tenantField = async () => within(await openDialog()).findByRole('combobox', { name: 'Tenant' })
const namesIn = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('a new user is created in the chosen tenant', async () => {
  const view = <CreateUserDialog opened viewer={userOf()} onClose={nothing} />
  const { user, server } = await openPage(view, { server: serverWithTenants() })
  server.answer(contract.users.create, { user: nora(NORTH), oneTimePassword: 'Ein-guter-Satz-43' })
  const dialog = within(await openDialog())
  await user.type(dialog.getByLabelText('First name'), 'Nora')
  await user.type(dialog.getByLabelText('Last name'), 'Nord')
  await user.type(dialog.getByLabelText('E-mail'), 'nora@example.org')
  const field = await tenantField()
  expect(namesIn(field)).toEqual(['None', 'North', 'South'])
  await user.selectOptions(field, 'North')
  await user.click(dialog.getByRole('button', { name: 'Create user' }))
  expect(await screen.findByText('Ein-guter-Satz-43')).toBeTruthy()
  expect(server.sentTo(contract.users.create)).toMatchObject([{ firstName: 'Nora', tenantContextId: NORTH }])
})

test.each([
  { name: 'South', was: NORTH, sent: SOUTH },
  { name: 'None', was: SOUTH, sent: null },
])('a user is moved to the tenant $name, and the dialog says what that does', async ({ name, was, sent }) => {
  const view = <EditUserDialog user={nora(was)} own={false} opened onClose={nothing} />
  const { user, server } = await openPage(view, { server: serverWithTenants() })
  server.answer(contract.users.update, { User: nora(sent) })
  const field = await tenantField()
  expect(screen.queryByText(/^Saving signs this person out\./)).toBeNull()
  await user.selectOptions(field, name)
  expect(await screen.findByText(/^Saving signs this person out\./)).toBeTruthy()
  await user.click(within(await openDialog()).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Profile saved/)).toBeTruthy()
  expect(server.sentTo(contract.users.update)).toMatchObject([{ tenantContextId: sent }])
})
