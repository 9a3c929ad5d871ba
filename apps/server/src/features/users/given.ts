import type { License } from '@polylogue/contract'
import type { Belongings } from '../../access/items/index.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries, Tx } from '../../platform/db/index.ts'
import type { AuditService } from '../audit/index.ts'
import type { Passwords } from './passwords.ts'
import type { Strength } from './strength.ts'

/** What people use of the rest of the system. */
export interface UsersGiven {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Pick<AuditService, 'record'>
  readonly passwords: Passwords
  readonly strength: Strength
  readonly minimumPasswordStrength: number
  readonly allowDeleteOwnProfile: boolean
  readonly licence: { told(): License }
  /** Ends every sign-in of a person, in the transaction. */
  readonly endSessions: (tx: Tx, userId: number) => Promise<unknown>
  /** The ids of a person's own projects, the oldest first. */
  readonly projectIdsOf: (db: Queries, userId: number) => Promise<number[]>
  /** The kinds of things that people own. */
  readonly belongings: () => readonly Belongings[]
}
