import { ROLES } from '@polylogue/contract/browser'
import { expect, test } from 'vitest'
import { choosesTenants } from './use-tenants.ts'

test.each([
  [1, null, true],
  [1, 7, true],
  [3, null, true],
  [3, 7, false],
  [8, null, false],
  [4, null, false],
])('role %i in tenant %s can choose tenants: %s', (roleId, tenantContextId, chooses) => {
  const permissions = [...(ROLES.find(({ id }) => id === roleId)?.permissions ?? [])]
  expect(choosesTenants({ roleId, tenantContextId, permissions })).toBe(chooses)
})
