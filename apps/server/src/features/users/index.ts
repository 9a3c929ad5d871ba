// People: who they are, what they may, and how their passwords are kept.
import type { Routes } from '../../http/routes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { LicenceService } from '../licence/index.ts'
import { openPasswords, type PasswordCost, type Passwords } from './passwords.ts'
import { usersRoutes } from './routes.ts'
import { usersService, type UsersService } from './service.ts'
import { openStrength } from './strength.ts'

export type { Hasher, PasswordCost, Passwords } from './passwords.ts'
export type { Person, PersonInput, Placement, PreparedPerson, UsersService } from './service.ts'

export interface UsersFeature {
  readonly service: UsersService
  /** The one queue for hashing and comparing passwords in this process. */
  readonly passwords: Passwords
  readonly routes: Routes
}

/**
 * People and their profiles (readings 2 and 3). `minimumPasswordStrength` is a score from 0 to 100; `passwordCost` is what
 * this version thinks right unless a test needs many people quickly.
 */
export function usersFeature(given: {
  db: Database
  clock: Clock
  config: { minimumPasswordStrength: number }
  licence: Pick<LicenceService, 'told'>
  passwordCost?: PasswordCost
}): UsersFeature {
  const passwords = openPasswords(given.passwordCost)
  const service = usersService({
    db: given.db,
    clock: given.clock,
    passwords,
    strength: openStrength(),
    licence: given.licence,
    minimumPasswordStrength: given.config.minimumPasswordStrength,
  })
  return { service, passwords, routes: usersRoutes(service) }
}
