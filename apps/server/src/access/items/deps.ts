import type { AuditAction } from '@polylogue/contract'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries, Tx } from '#platform/db/index.ts'
import type { Person } from '../viewer.ts'

/** The part of the audit trail that items use. */
export interface ItemAudit {
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

/** The dependencies of items. */
export interface ItemsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'publishAll'>
  readonly audit: ItemAudit
}

/** Hooks of one noun, in addition to what all items do. */
export interface ItemHooks {
  /** Parts that are deleted with their item: the name under which the audit trail counts them, and how to delete them. */
  readonly parts?: {
    readonly name: string
    /** Called before the rows are deleted. Returns the ids of the parts by item. */
    clear(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
  }
  /** Called after items were transferred to another owner. */
  handedOver?(tx: Tx, ids: readonly number[]): Promise<void>
}
