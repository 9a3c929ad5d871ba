import type { AttachmentUpload, FileText, Message, MessageCan } from '@polylogue/contract'
import type { Guarded, Person, Viewer } from '../../../access/index.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { EventSource } from '../../../http/stream.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { Confidentiality } from '../../confidentiality/index.ts'
import type { FoundTag, AskableTag } from '../../models/index.ts'
import type { GuardedMessage } from '../../queries/index.ts'
import type { StreamAnswerDeps } from '../run/index.ts'
import type { Direct } from './direct.ts'
import type { Queue } from '../queue/index.ts'
import type { Readers } from '../following/index.ts'
import type { Recorder } from '../recording/index.ts'
import type { NewAttachment, NewMessage, Placed } from './store.ts'
import type { Assembled, Question, TurnAttachment } from '../context/index.ts'

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

/** A file of an earlier question. */
export interface KeptFile extends NewAttachment {}

/** An attachment that is checked and stored: for its database row and for the prompt. */
export interface PreparedAttachment {
  readonly stored: NewAttachment
  readonly forTurn: TurnAttachment
}

/** Dependencies of asking. */
export interface AskingDeps {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly serverId: string
  readonly recorder: Recorder
  readonly readers: Readers
  readonly run: StreamAnswerDeps
  /** Makes the prompt of a question. */
  readonly assemble: (question: Question) => Promise<Assembled>
  readonly queue: Queue
  /** Answers that are not stored. */
  readonly direct: Direct
  /** Stores a question, batched with others that arrive at the same moment. */
  readonly insert: (message: NewMessage) => Promise<Placed | undefined>
  readonly stopping: () => boolean
  readonly log: Log
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly engineOf: (providerId: number) => Engine
  readonly findPlace: FindPlace
  readonly models: {
    /** @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE. */
    askable(found: FoundTag | undefined): AskableTag
    defaultTagOf(modelId: number): Promise<number>
  }
  readonly prompts: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED: the viewer may not ask a question from this saved prompt */
    requireReadable(viewer: Person, id: number): Promise<void>
  }
  readonly datasources: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED: the viewer may not ask with this data source */
    requireReadable(viewer: Person, id: number): Promise<void>
  }
  readonly queries: {
    /** @throws Problem NOT_FOUND. */
    getMessage(viewer: Viewer, messageId: number): Promise<Message>
    /** Returns a message with the viewer's access level, whatever that level is. */
    guarded(viewer: Viewer, messageId: number): Promise<GuardedMessage | undefined>
    /** Returns the permissions of a viewer on a message that they may read. */
    canOf(viewer: Viewer, message: GuardedMessage): MessageCan
    /** Returns a question with its files; undefined when it is missing or the viewer may not read it. */
    question(viewer: Person, messageId: number): Promise<{ readonly files: readonly KeptFile[] } | undefined>
    /** Returns finished messages in their response form, without an access check. */
    messages(ids: readonly number[]): Promise<Map<number, Message>>
    /** Deletes bytes later, unless a message has them by then. */
    forgetUnused(keys: readonly string[]): Promise<void>
  }
  readonly attachments: {
    /** @throws Problem ATTACHMENT_REFUSED with an issue per file, TOO_MANY_DOCUMENTS; with `requiresText`, ATTACHMENT_WITHOUT_TEXT */
    prepare(
      uploads: readonly AttachmentUpload[],
      how: {
        images: boolean
        requiresText?: boolean | undefined
        /** Files of the question that this one replaces: text that was recognised in them is used again. */
        earlier?: readonly KeptFile[] | undefined
      },
      requester: { key: string; gone?: AbortSignal | undefined },
      storing: (key: string) => void,
    ): Promise<PreparedAttachment[]>
    /** Reads a file without storing it. @throws Problem ATTACHMENT_REFUSED, TOO_MANY_DOCUMENTS */
    read(
      upload: { name: string; mime_type: string; base64: string },
      model: { images: boolean },
      requester: { key: string; gone?: AbortSignal | undefined },
    ): Promise<FileText>
    /** Recognises the text of a scan. @throws Problem as the contract says */
    readText(
      upload: AttachmentUpload,
      requester: { key: string; gone?: AbortSignal | undefined },
    ): EventSource
    /** Copies the files of an earlier question. Models without image input get only the names of pictures. */
    again(
      files: readonly KeptFile[],
      model: { images: boolean },
      storing: (key: string) => void,
    ): Promise<PreparedAttachment[]>
    /** Deletes the bytes of a file whose question was not stored. */
    remove(key: string): Promise<void>
  }
  /** Returns a user as a viewer without a session; undefined when the user may not work here any more. */
  readonly viewerOf: (userId: number) => Promise<Person | undefined>
}

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
