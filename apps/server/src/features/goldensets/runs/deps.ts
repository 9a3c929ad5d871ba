import type { Person } from '#access/index.ts'
import type { Items } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { AnswersFeature } from '#features/answers/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { Checking } from '../checks/checking.ts'
import type { goldenSets } from '../table.ts'

/** Dependencies of runs. */
export interface RunsDeps {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly answers: Pick<AnswersFeature, 'serverId' | 'answerAlone' | 'answerDirectly' | 'stopping'>
  readonly models: {
    /** @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE */
    tagForTrial(viewer: Person, tagId: number): Promise<AskableTag>
    /** @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE */
    tagForPrompt(tagId: number): Promise<AskableTag>
  }
  /** Returns a user as a viewer without a session; undefined when the user may not work here any more. */
  readonly viewerOf: (userId: number) => Promise<Person | undefined>
  readonly licence: { expired(): boolean }
}

/** With what the feature opens itself. */
export interface OpenedRunsDeps extends RunsDeps {
  readonly items: Items<typeof goldenSets>
  readonly checking: Checking
}
