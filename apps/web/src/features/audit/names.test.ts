import { expect, test } from 'vitest'
import { namedIn } from './names.ts'

const names = { 'context 12': 'Anna Wolff', 'context 121': 'Physics', 'context 7': 'North', 'user 5': 'bea' }

test.each([
  [
    'context.members-changed',
    'set',
    '12 write, 121 read, 3 admin',
    'Anna Wolff write, Physics read, 3 admin',
  ],
  ['project.shared', 'ended', '121, 12, 9', 'Physics, Anna Wolff, 9'],
  ['project.shared', 'ended', '12', 'Anna Wolff'],
  ['user.account-changed', 'tenantContextId', 7, 'North'],
  ['user.account-changed', 'to', 7, 'North'],
  ['user.account-changed', 'to', 8, undefined],
  ['user.role-changed', 'to', 7, undefined],
  ['token.created', 'actsAs', 5, 'bea'],
  ['audit.exported', 'userId', 5, 'bea'],
  ['project.deleted', 'tabs', 12, undefined],
  ['context.members-changed', 'before', 12, undefined],
] as const)('replaces ids by names: %s, %s %j → %j', (action, detail, value, told) => {
  expect(namedIn(names, action, detail, value)).toBe(told)
})
