import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { ModelsService } from '../models/index.ts'
import type { QueriesService } from '../queries/index.ts'
import type { SearchService } from '../search/index.ts'

/** What tabs use of the rest of the system. */
export interface TabsGiven {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Bus
  readonly models: Pick<ModelsService, 'choose' | 'firstChoice'>
  readonly queries: Pick<QueriesService, 'forgetBlobs' | 'isAnswering' | 'numberCopies' | 'copyMessages'>
  readonly search: Pick<SearchService, 'moveTab'>
  /** Bytes of text of all messages of a tab that is copied. */
  readonly copyBytes: number
  /** Told of messages that were put into a tab whole, so that they are found. */
  readonly added: (messageIds: readonly number[]) => void
  /** Something changed in these projects: they count as used now. */
  readonly touchProjects: (projectIds: readonly number[]) => Promise<void>
}
