import type { Permission } from '@polylogue/contract'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { Library } from './library.tsx'

const namesFor = async (...permissions: Permission[]) => {
  await openPage(<Library />, { server: serverOf(userOf({ permissions })) })
  await screen.findByRole('region', { name: 'Library' })
  return screen.getAllByRole('link').map(({ textContent }) => textContent)
}

test('the library has only the lists that the user may use', async () => {
  expect(await namesFor('can_use_chat', 'can_use_datasources')).toEqual([
    expect.stringMatching(/^Data sources/),
  ])
})
