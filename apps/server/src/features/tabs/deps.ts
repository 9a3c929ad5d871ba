import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { QueriesService } from '#features/queries/index.ts'
import type { SearchService } from '#features/search/index.ts'
import type { DefaultsDeps } from './defaults.ts'

/** Dependencies of tabs. */
export interface TabsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Bus
  readonly models: Pick<ModelsService, 'choose' | 'firstChoice'>
  readonly custinsts: DefaultsDeps['custinsts']
  readonly datasources: DefaultsDeps['datasources']
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly queries: Pick<QueriesService, 'forgetBlobs' | 'isAnswering' | 'numberCopies' | 'copyMessages'>
  readonly search: Pick<SearchService, 'moveTab'>
  /** Limit on the bytes of text in a tab to copy. */
  readonly copyBytes: number
  /** Indexes messages that were inserted complete, in the background. */
  readonly indexLater: (messageIds: readonly number[]) => void
  /** Marks these projects as used now. */
  readonly touchProjects: (projectIds: readonly number[]) => Promise<void>
}
