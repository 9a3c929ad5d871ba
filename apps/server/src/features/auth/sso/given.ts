// What the configuration says of single sign-on, and what it uses of the rest.
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/db/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { Outbound } from '../../../platform/outbound/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Happened } from '../../audit/index.ts'
import type { Accounts, UsersService } from '../../users/index.ts'
import type { Attempts } from '../attempts.ts'
import type { Sessions } from '../sessions.ts'
import type { Trail } from '../trail.ts'
import type { GroupMapping } from './rules.ts'

export interface SsoConfig {
  /** What the button says. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly scopes: string
  /** Where the ID token, or else the user info, names the groups. */
  readonly groupsClaim: string
  /** The addresses the provider may send a browser back to; without any, every `/sign-in/sso`: the provider has its own list. */
  readonly redirectUris?: readonly string[] | undefined
  readonly createUsers: boolean
  /** The role of whoever no mapped group gives one. */
  readonly roleId: number
  readonly linkByEmail: boolean
  readonly groups: readonly GroupMapping[]
}

/** Ends every API token that acts as a person; returns how many there were. */
export type EndEveryToken = (tx: Tx, userId: number, by: Happened['by']) => Promise<number>

export interface SsoGiven {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly bus: Pick<Bus, 'publish'>
  readonly outbound: Pick<Outbound, 'trusted'>
  readonly users: UsersService
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly trail: Trail
  readonly endEveryTokenOf: EndEveryToken
}
