import type { Guarded, Person } from '#access/index.ts'
import type { Engine } from '#engines/engine.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { AttachmentsService } from '#features/attachments/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { FoundTag, ModelsService } from '#features/models/index.ts'
import type { QueriesService } from '#features/queries/index.ts'
import type { Assembled, Question } from '../context/index.ts'
import type { Readers } from '../following/readers.ts'
import type { Queue } from '../queue/index.ts'
import type { Recorder } from '../recording/recorder.ts'
import type { StreamAnswerDeps } from '../run/index.ts'
import type { Direct } from './direct.ts'
import type { NewMessage, Placed } from './store.ts'

/** The fields of a tab that asking needs. */
export type TabOfPrompt = Guarded & {
  readonly tabId: number
  readonly projectId: number
  readonly options: Record<string, unknown>
  /** 0 means none, as for the instructions. */
  readonly defaultDatasourceId: number
  readonly amountOfChunks: number
  readonly custInstWhoId: number
  readonly custInstRespondId: number
}

/** Items of which a question may name one. Their features use answers, so only this is known of them here. */
interface ReadableItems {
  /** @throws Problem NOT_FOUND, PERMISSION_DENIED: the viewer may not ask with this item */
  requireReadable(viewer: Person, id: number): Promise<void>
}

/** The parts of the platform and of other features that answers use. */
export interface AnswersServices {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly attachments: Pick<AttachmentsService, 'prepare' | 'read' | 'readText' | 'again' | 'remove'>
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly datasources: ReadableItems
  readonly models: Pick<ModelsService, 'askable' | 'defaultTagOf' | 'tagForPrompt'>
  readonly prompts: ReadableItems
  readonly queries: Pick<
    QueriesService,
    'getMessage' | 'guarded' | 'canOf' | 'question' | 'messages' | 'forgetUnused'
  >
  readonly engineOf: (providerId: number) => Engine
  /** Returns a user as a viewer without a session; undefined when the user may not work here any more. */
  readonly viewerOf: (userId: number) => Promise<Person | undefined>
}

/** The parts of answers that live as long as the process. */
export interface AnswersParts {
  /** The id of this process, which its messages carry. */
  readonly serverId: string
  readonly recorder: Recorder
  readonly readers: Readers
  readonly queue: Queue
  /** Answers that are not stored. */
  readonly direct: Direct
  readonly run: StreamAnswerDeps
  /** Makes the prompt of a question. */
  readonly assemble: (question: Question) => Promise<Assembled>
  readonly findPlace: FindPlace
  /** Stores a question, batched with others that arrive at the same moment. */
  readonly insert: (message: NewMessage) => Promise<Placed | undefined>
  /** Whether new questions are rejected. */
  readonly stopping: () => boolean
}

/** Dependencies of asking: all for what starts there, and of the rest each function names those that it uses. */
export type AskingDeps = AnswersServices & AnswersParts

/** Who asks what where. */
export interface AskedPlace {
  readonly viewer: Person
  readonly tabId: number
  readonly tagId: number
}

export interface FoundPlace {
  readonly tab: TabOfPrompt
  /** Whether no message of the tab is answered, so that it has no history. */
  readonly isFirst: boolean
  /** Whether it can be asked or not. */
  readonly tag: FoundTag | undefined
}

/** Finds the tab and the tag of a question; undefined without the tab. The viewer's level is not checked. */
export type FindPlace = (of: AskedPlace) => Promise<FoundPlace | undefined>
