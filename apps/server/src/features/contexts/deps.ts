import type { ItemType } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { AuditService } from '#features/audit/index.ts'

/** The dependencies of contexts. */
export interface ContextsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'publishAll'>
  readonly audit: AuditService
  /** The kinds of items that can be shared. */
  readonly types: readonly ItemType[]
}
