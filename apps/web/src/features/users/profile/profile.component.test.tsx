import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { Profile } from './profile.tsx'

const nothing = () => undefined

/** Opens the profile of the signed-in user. */
async function open() {
  const server = serverOf()
    .answer(contract.auth.sessions, { Sessions: [] })
    .answer(contract.apitokens.own, { ApiTokens: [] })
    .refuse(contract.contexts.list, { status: 404, errorCode: 'NONE_FOUND' })

  return openPage(<Profile user={userOf()} own onSignOut={nothing} onDeleted={nothing} />, { server })
}

test('a setting that is not stored says so, and applies in this browser', async () => {
  const { user, server } = await open()
  server.refuse(contract.settings.setByName)
  const pro = await screen.findByRole('switch', { name: 'Pro mode' })
  expect(pro).toHaveProperty('checked', false)
  await user.click(pro)
  expect(await screen.findByText('Setting not stored')).toBeTruthy()
  expect(pro).toHaveProperty('checked', true)
})

test('a profile that cannot be updated keeps the input', async () => {
  const { user, server } = await open()
  server.refuse(contract.users.update)
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
  const dialog = within(await openDialog())
  const name = await dialog.findByLabelText('First name')
  await user.clear(name)
  await user.type(name, 'Anne')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Cannot update profile/)).toBeTruthy()
  expect(name).toHaveProperty('value', 'Anne')
})

test('a wrong current password is refused with its code', async () => {
  const { user, server } = await open()
  server.refuse(contract.auth.changePassword, {
    status: 403,
    errorCode: 'WRONG_PASSWORD',
    errorMessage: 'The current password is wrong.',
  })
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  const dialog = within(await openDialog())
  await user.type(await dialog.findByLabelText('Current password'), 'not-this-one')
  await user.type(dialog.getByLabelText('New password'), 'Ein-anderer-Satz-43')
  await user.type(dialog.getByLabelText('Repeat password'), 'Ein-anderer-Satz-43')
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText(/^\[403:WRONG_PASSWORD\] /)).toBeTruthy()
})

test('a photo of 512,000 bytes is refused with the limit and its size', async () => {
  const { user } = await open()
  const file = new File([new Uint8Array(512_000)], 'large.jpg', { type: 'image/jpeg' })
  await user.upload(await screen.findByLabelText('Choose a photo'), file)
  expect(await screen.findByText('Your photo is too large (over 512 Kb)')).toBeTruthy()
  expect(screen.getByText('This file has 512 kB.')).toBeTruthy()
})
