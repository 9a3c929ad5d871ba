import { expect, test } from 'vitest'
import { speaksToDatabase } from './speaks-to-database.mjs'

const found = speaksToDatabase(['apps/server/src/features', 'apps/server/src/http'])

test('finds tests that open a database, also through test helpers', () => {
  expect(found).toContain('apps/server/src/features/users/users.test.ts')
  expect(found).toContain('apps/server/src/features/auth/signing-in/sign-in.test.ts')
})

test('omits tests that need no database', () => {
  expect(found).not.toContain('apps/server/src/features/users/rules.test.ts')
  expect(found.filter((file) => file.includes('/http/'))).toEqual([])
})
