import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { openPage } from '#test/page.tsx'
import { Server } from '#test/server.ts'
import { SignInForm } from './sign-in-form.tsx'

test('a refused sign-in shows the sentence of the catalogue and keeps the name', async () => {
  const server = new Server().refuse(contract.auth.authenticate, { status: 401, errorCode: 'SIGN_IN_FAILED' })
  const { user } = await openPage(<SignInForm onSignedIn={() => undefined} />, { server, visitor: true })
  const name = await screen.findByLabelText('User name or e-mail')
  await user.type(name, 'anna@example.org')
  await user.type(screen.getByLabelText('Password'), 'not-this-one')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(
    await screen.findByText(
      'Invalid sign-in credentials. Please, make sure you are using the correct username and password.',
    ),
  ).toBeTruthy()
  expect(name).toHaveProperty('value', 'anna@example.org')
})

test('signing in needs a name and a password', async () => {
  const { user } = await openPage(<SignInForm onSignedIn={() => undefined} />, { visitor: true })
  const name = await screen.findByLabelText('User name or e-mail')
  expect(isDisabled('Sign in')).toBe(true)
  await user.type(name, 'anna')
  expect(isDisabled('Sign in')).toBe(true)
  await user.type(screen.getByLabelText('Password'), 'secret')
  expect(isDisabled('Sign in')).toBe(false)
  await user.clear(name)
  await user.type(name, ' ')
  expect(isDisabled('Sign in'), 'a name of spaces').toBe(true)
})
