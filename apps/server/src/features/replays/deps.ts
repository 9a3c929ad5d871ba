import type { PromptOptionValues, Tab } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { AnswersFeature, TabOfPrompt } from '#features/answers/index.ts'
import type { QuestionFile } from '#features/attachments/index.ts'
import type { AskableTag } from '#features/models/index.ts'

/** Dependencies of replays. */
export interface ReplaysDeps {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly answers: Pick<AnswersFeature, 'serverId' | 'ask' | 'untilEnded' | 'stop' | 'stopping'>
  readonly tabs: {
    tabForPrompt(viewer: Person, tabId: number): Promise<TabOfPrompt | undefined>
    /** Creates a tab within a transaction. @throws Problem NOT_FOUND, PERMISSION_DENIED, MODEL_NOT_DEPLOYED … */
    createWithin(
      tx: Tx,
      viewer: Person,
      projectId: number,
      sent: { name: string; defaultModelTagId: number; options: PromptOptionValues },
      like: Pick<TabOfPrompt, 'custInstWhoId' | 'custInstRespondId'>,
    ): Promise<Tab>
  }
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly models: {
    /** @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE. */
    tagForPrompt(tagId: number): Promise<AskableTag>
  }
  readonly queries: {
    /** Returns an earlier question with its files; undefined when it is deleted or the viewer may not read it. */
    question(
      viewer: Person,
      messageId: number,
    ): Promise<{ id: number; prompt: string; files: readonly QuestionFile[] } | undefined>
  }
  readonly prompts: {
    /** Checks that the viewer may ask a question from a saved prompt. @throws Problem NOT_FOUND, PERMISSION_DENIED */
    requireReadable(viewer: Person, id: number): Promise<void>
  }
  /** Returns a user as a viewer without a session; undefined when the user may not work here any more. */
  readonly viewerOf: (userId: number) => Promise<Person | undefined>
  readonly licence: { expired(): boolean }
}
