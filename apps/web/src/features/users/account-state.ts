import type { AccountState, User } from '@polylogue/contract'

/** Returns the state of an account in one word; the same decision as the filter of the server. */
export function accountState({
  account,
  mustChangePassword,
}: Pick<User, 'account' | 'mustChangePassword'>): AccountState {
  if (!account.canUseUi && !account.canUseApi) return 'disabled'
  if (mustChangePassword) return 'passwordDue'
  if (account.canUseUi && account.canUseApi) return 'active'
  return account.canUseUi ? 'pageOnly' : 'apiOnly'
}
