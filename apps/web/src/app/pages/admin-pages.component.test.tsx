import { screen, waitFor } from '@testing-library/dom'
import { Link, useSearchParams } from 'react-router'
import { expect, test } from 'vitest'
import { useStoredSettings } from '#features/settings/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { AdminRow } from '../shell/admin-row.tsx'
import * as pages from './admin-pages.tsx'

/** Links to all administration pages, the one that the address names, and the row of the navigation. */
function Administration() {
  // As the shell does.
  useStoredSettings()
  const named = useSearchParams()[0].get('page')
  return (
    <>
      <AdminRow />
      {Object.entries(pages).map(([name, Page]) => (
        <div key={name}>
          <Link to={`/admin?page=${name}`}>{name}</Link>
          {name === named && <Page />}
        </div>
      ))}
    </>
  )
}

test('no administration page opens for somebody without the permission, who is told so', async () => {
  const server = serverOf(userOf({ roleId: 4, permissions: ['can_use_chat'] }))
  const { user, address } = await openPage(<Administration />, { server })
  for (const name of Object.keys(pages)) {
    await user.click(await screen.findByRole('link', { name }))
    expect(await screen.findByText('You may not open that page'), name).toBeTruthy()
    expect(screen.getByText(/Ask an administrator for the permission\.$/)).toBeTruthy()
    expect(address(), name).toBe('/')
    await user.click(screen.getByRole('button', { name: 'Show my account' }))
    await waitFor(() => expect(screen.queryByText('You may not open that page')).toBeNull())
    expect(address()).toBe('/users/me')
  }
  expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull()
})
