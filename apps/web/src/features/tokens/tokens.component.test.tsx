import type { ApiToken } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
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
