import type { License } from '@polylogue/contract'
import type { ItemOwnership } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries, Tx } from '#platform/db/index.ts'
import type { AuditService } from '#features/audit/index.ts'
import type { Passwords } from './passwords/passwords.ts'

/** The dependencies of users. */
export interface UsersDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Pick<AuditService, 'record' | 'recordAll'>
  readonly passwords: Passwords
  readonly minimumPasswordStrength: () => number
  readonly allowDeleteOwnProfile: () => boolean
  readonly licence: { current(): License }
  /** Ends every session of a user, in the transaction. */
  readonly endSessions: (tx: Tx, userId: number | readonly number[]) => Promise<unknown>
  /** Returns the ids of a user's own projects, the oldest first. */
  readonly projectIdsOf: (db: Queries, userId: number) => Promise<number[]>
  /** The kinds of items that users own. */
  readonly belongings: () => readonly ItemOwnership[]
}
