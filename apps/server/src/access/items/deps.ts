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
  /** Days that deleted items stay in the recycle bin; 0: they are deleted at once. */
  readonly binDays: () => number
}

/** Hooks of one noun, in addition to what all items do. */
export interface ItemHooks {
  /** Parts that are deleted with their item: the name under which the audit trail counts them, and how to delete them. */
  readonly parts?: {
    readonly name: string
    /** Returns the ids of the parts by item. */
    of(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
    /** Called before the rows are deleted, with the parts by item. */
    clear(tx: Tx, ids: readonly number[], parts: ReadonlyMap<number, readonly number[]>): Promise<void>
  }
  /** Called after an item was put into the recycle bin, to end work for it that the access of nobody would end. */
  binned?(tx: Tx, id: number): Promise<void>
  /** Called after items were transferred to another owner. */
  handedOver?(tx: Tx, ids: readonly number[]): Promise<void>
}
