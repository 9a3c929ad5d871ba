import type { User } from '@polylogue/contract'
import { PERMISSIONS } from '@polylogue/contract/browser'

/** Id of the signed-in user of a test. */
export const USER_ID = 1

/** Returns a user with all permissions: by default Anna, who is signed in. */
export const userOf = (some: Partial<User> = {}): User => ({
  id: USER_ID,
  firstName: 'Anna',
  lastName: 'Alt',
  username: 'anna',
  picture: null,
  uuId: '00000000-0000-4000-8000-000000000001',
  email: 'anna@example.org',
  role: 'superuser',
  roles: ['superuser'],
  roleId: 1,
  permissions: [...PERMISSIONS],
  projects: [],
  context: { id: 11, ownerContextId: 11 },
  account: { canUseUi: true, canUseApi: true, defaultRoleId: 1 },
  tenantContextId: null,
  mustChangePassword: false,
  lastSignIn: null,
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
  ...some,
})
