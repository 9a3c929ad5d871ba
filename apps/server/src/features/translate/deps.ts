import type { ConfigFile } from '#config-file.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import type { DirectEvent, DirectQuestion } from '#features/answers/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { QueriesService } from '#features/queries/index.ts'

/** The dependencies of translate. */
export interface TranslateDeps {
  readonly config: ConfigFile['translators']
  /** Milliseconds for one request to a translation server. */
  readonly timeoutMs: number
  readonly db: Pick<Database, 'orm'>
  readonly clock: Clock
  readonly log: Log
  readonly outbound: Outbound
  readonly models: Pick<ModelsService, 'firstChoice' | 'named' | 'tagForPrompt'>
  readonly queries: Pick<QueriesService, 'isConfidential'>
  /** Asks without storing anything; see answers. */
  readonly answer: (asked: DirectQuestion) => AsyncIterable<DirectEvent>
}
