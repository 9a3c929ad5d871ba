// The configuration of single sign-on, and its dependencies.
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Happened } from '#features/audit/index.ts'
import type { Accounts, UsersService } from '#features/users/index.ts'
import type { Attempts } from '../attempts/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { SignInAudit } from '../sign-in-audit.ts'
import type { GroupMapping } from './rules.ts'

export interface SsoConfig {
  /** Label of the button. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly scopes: string
  /** Claim of the ID token, or else of the user info, that contains the groups. */
  readonly groupsClaim: string
  /** Allowed redirect addresses; without any, every `/sign-in/sso` is allowed: the provider has its own list. */
  readonly redirectUris?: readonly string[] | undefined
  /** Claim with the e-mail address. */
  readonly emailClaim: string
  readonly createUsers: boolean
  /** The role of users without a mapped role. */
  readonly roleId: number
  readonly linkByEmail: boolean
  /** Addresses without `email_verified` count as verified: the issuer verifies all of them. */
  readonly trustEmail: boolean
  readonly groups: readonly GroupMapping[]
}

/** Ends every API token that acts as a user; returns their number. */
export type EndEveryToken = (tx: Tx, userId: number, by: Happened['by']) => Promise<number>

export interface SsoDeps {
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
  readonly signInAudit: SignInAudit
  readonly endEveryTokenOf: EndEveryToken
}
