// Users: their names, permissions, and passwords.
import type { Routes } from '#http/routes.ts'
import { accounts, type Accounts } from './accounts/accounts.ts'
import type { UsersDeps } from './deps.ts'
import { openPasswords, type PasswordCost, type Passwords } from './passwords/passwords.ts'
import { usersRoutes } from './routes.ts'
import { usersService, type UsersService } from './service.ts'

export { weakness } from './creating.ts'
export { openPasswords } from './passwords/passwords.ts'
export type { Accounts } from './accounts/accounts.ts'
export type { Hasher, PasswordCost, Passwords } from './passwords/passwords.ts'
export type { Account, PersonInput, Placement, PreparedPerson, UsersService } from './service.ts'

export interface UsersFeature {
  readonly service: UsersService
  /** The one queue for hashing and comparing passwords in this process. */
  readonly passwords: Passwords
  readonly accounts: Accounts
  readonly routes: Routes
}

/**
 * Creates the feature: users and their profiles (ACCOUNT-*). `minimumPasswordStrength` is a score from 0 to 100;
 * `passwordCost` defaults to the product's; tests that create many users lower it.
 */
export function usersFeature(
  deps: Omit<UsersDeps, 'passwords'> & {
    passwordCost?: PasswordCost
  },
): UsersFeature {
  const { passwordCost, ...rest } = deps
  const passwords = openPasswords(passwordCost)
  const service = usersService({ ...rest, passwords })
  return { service, passwords, accounts, routes: usersRoutes(service) }
}
