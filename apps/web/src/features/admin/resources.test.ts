import { ROLES } from '@polylogue/contract/browser'
import { expect, test } from 'vitest'
import { mayAdminister } from './administers.ts'
import { listedFor, openFor } from './resources.ts'

const person = (role: string) => {
  const { id, permissions } = ROLES.find(({ name }) => name === role)!
  return { roleId: id, permissions: [...permissions] }
}
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

const FOR_ADMINS = ['users', 'context-management', 'token-management', 'shares', 'announcements']
const FOR_SUPERUSERS = [
  'users',
  'context-management',
  'models-crud',
  'providers',
  'token-management',
  'shares',
  'announcements',
  'audit',
  'system',
  'configuration',
  'branding',
]

test.each([
  ['Superuser', true, FOR_SUPERUSERS, FOR_SUPERUSERS],
  ['Administrator', true, FOR_ADMINS, FOR_ADMINS],
  // This user may view people, but manages groups only.
  ['Team lead', true, ['context-management'], ['users', 'context-management']],
  ['Staff member', false, [], []],
  ['Guest', false, [], []],
])('lists and opens the administration pages allowed for the role %s', (role, administers, listed, open) => {
  expect(mayAdminister(person(role))).toBe(administers)
  expect(names(listedFor(person(role)))).toEqual(listed)
  expect(names(openFor(person(role)))).toEqual(open)
})

test('a user without one of the seven model permissions cannot open the models page', () => {
  const { roleId, permissions } = person('Superuser')
  const lacking = permissions.filter((right) => right !== 'can_sort_model')
  expect(names(openFor({ roleId, permissions: lacking }))).not.toContain('models-crud')
})
