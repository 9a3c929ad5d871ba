import type { AuditAction } from '@polylogue/contract'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries, Tx } from '../../platform/db/index.ts'
import type { Person } from '../viewer.ts'

/** The audit trail, as items use it. */
export interface Trail {
  record(
    db: Queries,
    happened: {
      readonly action: AuditAction
      readonly by: Person
      readonly on: { readonly type: string; readonly id: number; readonly name: string }
      readonly details: Record<string, string | number>
    },
  ): Promise<void>
}

/** What items use of the rest of the system. */
export interface ItemsGiven {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Trail
}

/** What a noun does beside what all items do. */
export interface ItemHooks {
  /** What items hold that goes with them: under which name the audit trail counts it, and how it is cleared away. */
  readonly parts?: {
    readonly name: string
    /** Before the rows are deleted. Returns the ids of the parts by their item. */
    clear(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
  }
  /** After items were given to another owner. */
  handedOver?(tx: Tx, ids: readonly number[]): Promise<void>
}
