import { ROLES } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { listedFor, mayAdminister, openFor } from './resources.ts'

const person = (role: string) => {
  const { id, permissions } = ROLES.find(({ name }) => name === role)!
  return { roleId: id, permissions: [...permissions] }
}
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test.each([
  ['Superuser', true, ['users', 'context-management', 'audit'], ['users', 'context-management', 'audit']],
  ['Administrator', true, ['users', 'context-management'], ['users', 'context-management']],
  // May look at people, and finds groups alone among what there is to manage.
  ['Team lead', true, ['context-management'], ['users', 'context-management']],
  ['Staff member', false, [], []],
  ['Guest', false, [], []],
])('%s', (role, administers, listed, open) => {
  expect(mayAdminister(person(role))).toBe(administers)
  expect(names(listedFor(person(role)))).toEqual(listed)
  expect(names(openFor(person(role)))).toEqual(open)
})
