import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

const STRONG = 'quarry-lantern-94-otter'

test('changing the password needs the current one and a strong new one, typed twice', async () => {
  const server = serverOf().answer(contract.apitokens.own, { ApiTokens: [] })
  const nothing = () => undefined
  const { user } = await openPage(<ChangePasswordDialog opened onClose={nothing} onSignOut={nothing} />, {
    server,
  })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  await user.type(await screen.findByLabelText('Current password'), 'old')
  expect(isDisabled('Change password'), 'without a new one').toBe(true)
  await user.type(field('New password'), STRONG)
  expect(isDisabled('Change password'), 'typed once').toBe(true)
  await user.type(field('Repeat password'), `${STRONG}!`)
  expect(isDisabled('Change password'), 'typed differently').toBe(true)
  await user.clear(field('Repeat password'))
  await user.type(field('Repeat password'), STRONG)
  await waitFor(() => expect(isDisabled('Change password')).toBe(false))
  for (const label of ['New password', 'Repeat password']) {
    await user.clear(field(label))
    await user.type(field(label), 'password')
  }
  await waitFor(() => expect(isDisabled('Change password'), 'a weak one').toBe(true))
  for (const label of ['New password', 'Repeat password']) {
    await user.clear(field(label))
    await user.type(field(label), STRONG)
  }
  await waitFor(() => expect(isDisabled('Change password')).toBe(false))
  await user.clear(field('Current password'))
  expect(isDisabled('Change password'), 'without the current one').toBe(true)
})

test('changing the password can delete the API tokens as well', async () => {
  const token = {
    name: 'Robot',
    description: '',
    scope: 'users' as const,
    ownerId: USER_ID,
    userId: USER_ID,
    userName: 'Anna Alt',
    prefix: 'plg_abcdef',
    lastUsed: null,
    expires: null,
    expired: false,
    created: '2026-01-05T08:00:00.000Z',
  }
  const server = serverOf()
    .answer(contract.apitokens.own, { ApiTokens: [1, 2].map((id) => ({ ...token, id })) })
    .answer(contract.auth.changePassword, {})
  const nothing = () => undefined
  const { user } = await openPage(<ChangePasswordDialog opened onClose={nothing} onSignOut={nothing} />, {
    server,
  })
  const also = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Also delete my 2 API tokens' })
  expect(also.checked).toBe(false)
  await user.click(also)
  await user.type(screen.getByLabelText('Current password'), 'old')
  for (const label of ['New password', 'Repeat password'])
    await user.type(screen.getByLabelText(label), STRONG)
  await waitFor(() => expect(isDisabled('Change password')).toBe(false))
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(await screen.findByText(/You will be signed out in \d seconds?\./)).toBeTruthy()
  expect(server.sentTo(contract.auth.changePassword)).toEqual([
    { oldPassword: 'old', newPassword: STRONG, endApiTokens: true },
  ])
})
