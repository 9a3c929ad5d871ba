import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { UserPage } from './user-page.tsx'

/** A server where the user of the page is refused and the signed-in one is not. */
function serverWithout(id: number, status: number, errorCode: string) {
  const server = serverOf()
  return server.refuse(contract.users.get, { status, errorCode }, ({ path }) => path === `users/${id}`)
}

test('a user who does not exist is reported, and the list opens', async () => {
  const server = serverWithout(999, 404, 'NOT_FOUND')
  const { address } = await openPage(<UserPage />, { server, at: '/users/999', path: 'users/:id' })
  expect(await screen.findByText('User with ID 999 does not exist.')).toBeTruthy()
  expect(screen.getByText('Redirecting you to the User Management page.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/users'))
})

test('a user who cannot be loaded is reported, and the page stays', async () => {
  const server = serverWithout(2, 405, 'METHOD_NOT_ALLOWED')
  const { user, address } = await openPage(<UserPage />, { server, at: '/users/2', path: 'users/:id' })
  expect(await screen.findByText('Cannot get user')).toBeTruthy()
  expect(address()).toBe('/users/2')
  server.answer(contract.users.get, { user: userOf({ id: 2, firstName: 'Ben', lastName: 'Berg' }) })
  server.answer(contract.auth.sessions, { Sessions: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Ben Berg' })).toBeTruthy()
})
