import type { Message } from '@polylogue/contract'
import type { Guarded, Viewer } from '../../access/index.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Places } from './places.ts'
import type { Recorder } from './recorder.ts'
import type { RunGiven } from './run.ts'
import type { NewAttachment, NewMessage, Placed } from './store.ts'
import type { Assembled, Question, TurnAttachment } from './turn.ts'

/** A deployed tag as far as asking it needs. */
export interface PromptTag {
  readonly tagId: number
  readonly modelId: number
  readonly providerId: number
  readonly providerName: string
  readonly modelName: string
  readonly tagName: string
  readonly fullName: string
  readonly engineName: string
  readonly contextLength: number | null
  readonly images: boolean
}

/** An attachment checked and stored: for its row, and for the prompt. */
export interface PreparedAttachment {
  readonly stored: NewAttachment
  readonly forTurn: TurnAttachment
}

/** What generation uses of the rest of the system. */
export interface GenerationGiven {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly serverId: string
  readonly recorder: Recorder
  readonly run: RunGiven
  /** Makes the prompt of a question. */
  readonly assemble: (question: Question) => Promise<Assembled>
  readonly places: Places
  /** Stores a question, together with others that come at the same moment. */
  readonly insert: (message: NewMessage) => Promise<Placed | undefined>
  readonly stopping: () => boolean
  readonly engineOf: (providerId: number) => Engine
  readonly tabs: {
    tabForPrompt(
      viewer: Viewer,
      tabId: number,
    ): Promise<(Guarded & { tabId: number; projectId: number }) | undefined>
  }
  readonly models: {
    /** @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE. */
    tagForPrompt(tagId: number): Promise<PromptTag>
    defaultTagOf(modelId: number): Promise<number>
  }
  readonly queries: {
    /** @throws Problem NOT_FOUND. */
    getMessage(viewer: Viewer, messageId: number): Promise<Message>
    /** A message with the viewer's level, however far they may go. */
    guarded(viewer: Viewer, messageId: number): Promise<(Guarded & { userId: number | null }) | undefined>
    /** Finished messages as they are sent; for readers whose access was asked already. */
    messages(ids: readonly number[]): Promise<Map<number, Message>>
  }
  readonly attachments: {
    /** @throws Problem ATTACHMENT_REFUSED with an issue per file. */
    prepare(
      uploads: readonly { name: string; mime_type: string; base64: string; timestamp?: number | undefined }[],
      model: { images: boolean },
    ): Promise<PreparedAttachment[]>
  }
}
