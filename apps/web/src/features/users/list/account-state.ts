import type { User } from '@polylogue/contract'

/** The state of an account, in one word. */
export type AccountState = 'active' | 'pageOnly' | 'apiOnly' | 'disabled' | 'passwordDue'

export function accountState({
  account,
  mustChangePassword,
}: Pick<User, 'account' | 'mustChangePassword'>): AccountState {
  if (!account.canUseUi && !account.canUseApi) return 'disabled'
  if (mustChangePassword) return 'passwordDue'
  if (account.canUseUi && account.canUseApi) return 'active'
  return account.canUseUi ? 'pageOnly' : 'apiOnly'
}
