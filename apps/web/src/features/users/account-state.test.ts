import { expect, test } from 'vitest'
import { accountState } from './account-state.ts'

test.each([
  [true, true, false, 'active'],
  [true, false, false, 'pageOnly'],
  [false, true, false, 'apiOnly'],
  [false, false, false, 'disabled'],
  [false, false, true, 'disabled'],
  [true, true, true, 'passwordDue'],
])('web app %s, API %s, password due %s: %s', (canUseUi, canUseApi, mustChangePassword, state) => {
  expect(accountState({ account: { canUseUi, canUseApi, defaultRoleId: 4 }, mustChangePassword })).toBe(state)
})
