import type { ApiToken } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ApiTokensDialog } from './api-tokens-dialog.tsx'
import { TokenManagement } from './token-management.tsx'

const ROBOT: ApiToken = {
  id: 5,
  name: 'Robot',
  description: '',
  scope: 'companies',
  ownerId: 1,
  userId: 1,
  userName: 'Anna Alt',
  prefix: 'plg_abcdef',
  lastUsed: null,
  expires: null,
  expired: false,
  created: '2026-01-05T08:00:00.000Z',
}

/** Opens the tokens of the organisation. */
const open = (server = serverOf().answer(contract.apitokens.ofTheCompany, { ApiTokens: [ROBOT] })) =>
  openPage(<TokenManagement />, { server })

test('a list that fails to load says so and can be tried again', async () => {
  const server = serverOf().refuse(contract.apitokens.ofTheCompany)
  const { user } = await open(server)
  expect(await screen.findByText('Cannot get tokens')).toBeTruthy()
  server.answer(contract.apitokens.ofTheCompany, { ApiTokens: [ROBOT] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Robot')).toBeTruthy()
})

test('a token that cannot be deleted stays, with the reason', async () => {
  const { user, server } = await open()
  server.refuse(contract.apitokens.removeOfCompany)
  await user.click(await screen.findByRole('button', { name: 'Delete token Robot' }))
  await user.click(within(await openDialog()).getByRole('button', { name: 'Delete token' }))
  expect(await screen.findByText(/^Cannot delete token/)).toBeTruthy()
  expect(screen.getByText('Robot')).toBeTruthy()
})

/** Opens the tokens of the signed-in user. */
const openOwn = (...ApiTokens: ApiToken[]) =>
  openPage(<ApiTokensDialog opened />, {
    server: serverOf().answer(contract.apitokens.own, { ApiTokens }),
    at: '/users/me?dialog=api-tokens',
  })

test('a new token needs a name, and the input is kept when saving fails; then its value is shown', async () => {
  const { user, server, address } = await openOwn()
  expect(await screen.findByText('You have no API tokens')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New token' }))
  const dialog = within(await openDialog('New API token'))
  const name = await dialog.findByLabelText('Name')
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await dialog.findByText('Enter a name.')).toBeTruthy()
  expect(server.sentTo(contract.apitokens.saveOfUser)).toEqual([])
  await user.type(name, 'Nightly summary')
  await user.type(dialog.getByLabelText('Description'), 'Sums up the day')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Expires' }), 'In 30 days')
  server.refuse(contract.apitokens.saveOfUser, { status: 500 })
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Cannot update token')
  expect(name).toHaveProperty('value', 'Nightly summary')
  const made = { ...ROBOT, name: 'Nightly summary', scope: 'users' as const }
  server.answer(contract.apitokens.saveOfUser, { ApiToken: made, value: 'plg_once' })
  server.answer(contract.apitokens.own, { ApiTokens: [made] })
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByText(/It is not shown again/)).toBeTruthy()
  expect(screen.getByLabelText('Token').textContent).toBe('plg_once')
  const body = server.sentTo(contract.apitokens.saveOfUser).at(-1) as { expires: string }
  expect(body).toMatchObject({ name: 'Nightly summary', description: 'Sums up the day' })
  const days = (Date.parse(body.expires) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('plg_abcdef…')).toBeTruthy()
  expect(address()).toBe('/users/me?dialog=api-tokens')
  expect(document.body.textContent).not.toContain('plg_once')
})

test('each token says when it was used, when it expires and as whom it acts', async () => {
  const [lastUsed, expires] = ['2026-01-06T08:00:00.000Z', '2099-12-31T08:00:00.000Z']
  const other = { ...ROBOT, id: 6, name: 'Other', userId: 2, userName: 'Bea Berg', lastUsed, expires }
  const old = { ...ROBOT, id: 7, name: 'Old', expires: lastUsed, expired: true }
  await open(serverOf().answer(contract.apitokens.ofTheCompany, { ApiTokens: [ROBOT, other, old] }))
  await screen.findByText('Robot')
  const [robot, others, olds] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(robot).toMatch(/Acts as Anna Alt.*Never used.*Does not expire/)
  expect(others).toMatch(/Acts as Bea Berg.*Last used .*Expires /)
  expect(olds).toMatch(/^OldExpired.*Expired /)
  expect(screen.getByRole('button', { name: 'Other: only its creator can edit it' })).toBeTruthy()
})

test('an edited token keeps its value, takes no past date, and can last for ever', async () => {
  const token = { ...ROBOT, scope: 'users' as const, expires: '2099-12-31T08:00:00.000Z' }
  const { user, server } = await openOwn(token)
  server.answer(contract.apitokens.saveOfUser, { ApiToken: token })
  await user.click(await screen.findByRole('button', { name: 'Edit token Robot' }))
  const dialog = within(await openDialog('Edit API token'))
  const name = await dialog.findByLabelText('Name')
  const expiry = dialog.getByRole('combobox', { name: 'Expires' })
  expect(expiry).toHaveProperty('value', 'date')
  await user.clear(name)
  await user.type(name, 'Weekly summary')
  await user.clear(dialog.getByLabelText('Last day'))
  await user.type(dialog.getByLabelText('Last day'), '2020-01-01')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose a future date.')).toBeTruthy()
  expect(server.sentTo(contract.apitokens.saveOfUser)).toEqual([])
  await user.selectOptions(expiry, 'Never')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Token Weekly summary saved.')).toBeTruthy()
  expect(server.sentTo(contract.apitokens.saveOfUser)).toEqual([
    { name: 'Weekly summary', description: '', expires: null, tokenId: 5 },
  ])
})

test('deleting a token says who loses access and can be cancelled', async () => {
  const { user, server } = await openOwn({ ...ROBOT, scope: 'users' })
  server.answer(contract.apitokens.removeOfUser, {})
  await user.click(await screen.findByRole('button', { name: 'Delete token Robot' }))
  const dialog = within(await openDialog('Delete API token'))
  expect(await dialog.findByText(/Programs using it lose access immediately/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Robot')).toBeTruthy()
  expect(server.sentTo(contract.apitokens.removeOfUser)).toHaveLength(0)
  await user.click(await screen.findByRole('button', { name: 'Delete token Robot' }))
  server.answer(contract.apitokens.own, { ApiTokens: [] })
  await user.click(within(await openDialog('Delete API token')).getByRole('button', { name: 'Delete token' }))
  expect(await screen.findByText('You have no API tokens')).toBeTruthy()
  expect(server.sentTo(contract.apitokens.removeOfUser)).toHaveLength(1)
})
