import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { openPage } from '#test/page.tsx'
import { Server } from '#test/server.ts'
import { SignUpForm } from './sign-up-form.tsx'

const CREATE = 'Create account'
const STRONG = 'korrekt pferd batterie 7'

test('signing up refuses reserved and missing names, weak passwords and taken addresses', async () => {
  const { user, server } = await openPage(<SignUpForm />, { server: new Server(), visitor: true })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  const put = async (label: string, text: string) => {
    await user.clear(field(label))
    await user.type(field(label), text)
  }
  await screen.findByLabelText('First name')
  expect(isDisabled(CREATE)).toBe(true)
  await put('First name', 'Superuser')
  await put('Last name', 'Bäcker-Yıldız')
  expect(await screen.findByText('This name is reserved. Use another one.')).toBeTruthy()
  await put('First name', 'Bea')
  await put('E-mail', 'anna@example.org')
  for (const label of ['Password', 'Repeat password']) await put(label, 'password')
  expect(await screen.findByText(/^Very weak/)).toBeTruthy()
  expect(isDisabled(CREATE), 'a weak password').toBe(true)
  for (const label of ['Password', 'Repeat password']) await put(label, STRONG)
  await waitFor(() => expect(isDisabled(CREATE)).toBe(false))
  await put('Last name', ' ')
  expect(isDisabled(CREATE), 'a name is missing').toBe(true)
  await put('Last name', 'Bäcker-Yıldız')
  server.refuse(contract.auth.register, { status: 409, errorCode: 'NAME_TAKEN' })
  await user.click(screen.getByRole('button', { name: CREATE }))
  expect(await screen.findByText(/already associated with another account/)).toBeTruthy()
  expect(field('E-mail').value).toBe('anna@example.org')
  expect(server.sentTo(contract.auth.register)).toMatchObject([
    { firstName: 'Bea', lastName: 'Bäcker-Yıldız', email: 'anna@example.org', password: STRONG },
  ])
})
