import type { Items } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { AttachmentsService } from '#features/attachments/index.ts'
import type { AuditService } from '#features/audit/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { PromptsService } from '#features/prompts/index.ts'
import type { QueriesService } from '#features/queries/index.ts'
import type { SearchService } from '#features/search/index.ts'
import type { SettingsService } from '#features/settings/index.ts'
import type { DefaultsDeps, TabsService } from '#features/tabs/index.ts'
import type { projects } from './table.ts'

/** Projects as items: what every item type can do. */
export type ProjectItems = Items<typeof projects>

/** Dependencies of projects. */
export interface ProjectsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Bus
  readonly audit: AuditService
  /** See `ItemsDeps`. */
  readonly binDays: () => number
  readonly models: Pick<ModelsService, 'choose' | 'firstChoice' | 'named'>
  readonly custinsts: DefaultsDeps['custinsts']
  readonly datasources: DefaultsDeps['datasources']
  readonly prompts: Pick<PromptsService, 'readableOf'>
  readonly queries: Pick<QueriesService, 'forgetBlobs' | 'forgetUnused' | 'addFinished'>
  readonly attachments: Pick<AttachmentsService, 'keepPictures'>
  readonly tabs: Pick<TabsService, 'createFirst' | 'insertAll' | 'follow' | 'giveTitle' | 'isIn'>
  readonly search: Pick<SearchService, 'handOver'>
  readonly settings: Pick<SettingsService, 'valueOf' | 'keep'>
  /** Limit on the characters of one import. */
  readonly importCharacters: number
  /** Indexes messages that were inserted complete, in the background. */
  readonly indexLater: (messageIds: readonly number[]) => void
}
