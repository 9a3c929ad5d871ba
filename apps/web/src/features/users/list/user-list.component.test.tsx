import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { UserList } from './user-list.tsx'

const kim = {
  ...userOf({ id: 7, firstName: 'Kim', lastName: 'Eck', role: 'staff_member', roleId: 4 }),
  lastSeen: null,
  groups: [],
  numGroups: 0,
}
const open = (permissions: Parameters<typeof userOf>[0], list = [kim]) =>
  openPage(<UserList GroupSearch={() => null} />, {
    server: serverOf(userOf(permissions)).answer(
      contract.users.list,
      { Users: list },
      { total: list.length, page: 1, size: 20 },
    ),
  })
const EDIT = 'Edit Kim Eck'

test('who may only list people sees them, and is told what they may not do', async () => {
  await open({ roleId: 8, permissions: ['can_list_users'] })
  expect(await screen.findByRole('link', { name: 'View Kim Eck' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: EDIT })).toBeNull()
  expect(screen.getByRole('button', { name: 'Create user' }).getAttribute('aria-disabled')).toBe('true')
  const remove = screen.getByRole('button', { name: 'Delete Kim Eck: you are not allowed to' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('an administrator may change and delete people, but no super user', async () => {
  const anna = { ...kim, ...userOf() }
  await open({}, [kim, anna])
  expect(await screen.findByRole('button', { name: EDIT })).toBeTruthy()
  // One for each of them, and one for all.
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Delete Kim Eck' }).getAttribute('aria-disabled')).toBeNull()
  expect(
    screen.getByRole('button', { name: /^Delete Anna Alt: a super user cannot be deleted/ }),
  ).toBeTruthy()
})
