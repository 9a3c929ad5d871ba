import type { User } from '@polylogue/contract'
import { ROLES } from '@polylogue/contract/browser'
import { expect, test } from 'vitest'
import { rightsOf } from './account-rights.ts'

const someone = (id: number, roleId: number) =>
  ({
    id,
    roleId,
    email: `${id}@example.org`,
    permissions: ROLES.find((role) => role.id === roleId)?.permissions ?? [],
  }) as unknown as User

const admin = someone(2, 3)
const lead = someone(5, 8)
const staff = someone(3, 4)

test.each([
  [
    'an administrator over staff',
    rightsOf(admin, staff, false),
    { edit: 'granted', remove: 'granted', sessions: 'granted', permissions: 'granted' },
  ],
  [
    'an administrator over the superuser',
    rightsOf(admin, someone(1, 1), false),
    { edit: 'above', remove: 'superuser', sessions: 'above', permissions: 'above' },
  ],
  [
    'a team lead over staff',
    rightsOf(lead, staff, false),
    { edit: 'notGranted', remove: 'notGranted', sessions: 'notGranted', permissions: 'notGranted' },
  ],
  [
    'users over their own account',
    rightsOf(staff, staff, false),
    { edit: 'granted', remove: 'ownProfile', sessions: 'granted', permissions: 'granted' },
  ],
  [
    'staff over a user with limited details',
    rightsOf(staff, { id: 9, firstName: 'A', lastName: 'B', username: 'ab', picture: null }, true),
    { edit: 'notGranted', remove: 'notGranted', sessions: 'notGranted', permissions: 'notGranted' },
  ],
])('returns the rights of %s', (_, rights, expected) => expect(rights).toEqual(expected))
