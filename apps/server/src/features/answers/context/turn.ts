import type { AnswerEvent, PromptOptionValues } from '@polylogue/contract'
import type { Viewer } from '../../../access/index.ts'
import type { ChatMessage, Engine, Source } from '../../../engines/engine.ts'
import type { Place } from '../queue/index.ts'

/** What came along with a prompt: a document's text, or a picture for a multimodal model. */
export interface TurnAttachment {
  readonly name: string
  readonly mimeType: string
  readonly text?: string
  readonly base64?: string
}

/** Who answers: a deployed tag at its engine. */
export interface TurnModel {
  readonly engine: Engine
  /** The name at the engine. */
  readonly engineName: string
  /** `family:tag`, for sentences. */
  readonly fullName: string
  readonly provider: string
  /** Tokens that fit; null when nobody tells. */
  readonly contextLength: number | null
  readonly images: boolean
  /** False where answers come whole. */
  readonly streams: boolean
}

/** What a context source may tell of itself. Passages are told as sources without it. */
export type SourceEvent = Extract<AnswerEvent, { type: 'sources' | 'notice' }>

/** A prompt as the engine gets it, what is told of it before the answer, and what was left out. */
export interface Assembled {
  readonly messages: readonly ChatMessage[]
  /** The passages of all context sources, numbered from 1. */
  readonly sources: readonly Source[]
  /** In their order, before any event of the engine. */
  readonly events: readonly SourceEvent[]
  readonly statistics: Readonly<Record<string, number>>
}

/** What a chat is asked with beside its model: what the question brings, else what its tab has. 0 is none. */
export interface ChatChoices {
  readonly datasourceId: number
  /** How many passages of the data source are wanted; undefined: as many as the data source finds right. */
  readonly amountOfChunks: number | undefined
  readonly custInstWhoId: number
  readonly custInstRespondId: number
}

/** A question as it is asked: all that the prompt is made of. */
export interface Question {
  /** Who asks: a context source brings only what they may read. */
  readonly viewer: Viewer
  readonly choices: ChatChoices
  readonly tabId: number
  /** The message in whose place it stands: history is what stands before that. */
  readonly replacesId: number | null
  /** Versions that are shown, and sent, instead of the newest of their turns; null: those of the tab's last question. */
  readonly shown: readonly number[] | null
  readonly prompt: string
  readonly attachments: readonly TurnAttachment[]
  readonly options: PromptOptionValues
  /** The text that the answer begins with, kept of the message in whose place it stands. */
  readonly continueFrom?: string | undefined
  readonly language: string
  readonly model: TurnModel
  /** Counts bytes that are read for the prompt into what the question holds; false where there is no room for them. */
  readonly hold: (bytes: number) => boolean
}

/**
 * One question to one model: what every door that keeps its answers (tab, replay, compare) makes, and all that `run` needs.
 * Who may ask was settled before it was made, and the message is stored.
 */
export interface Turn extends Question {
  readonly messageId: number
  /** Its place in the queue, taken before it was stored. */
  readonly place: Place
  /**
   * The prompt: what it needs is read while the question is being stored; of one that waits for its turn, when that has come,
   * so that earlier questions of its tab are answered by then and nothing large waits.
   */
  readonly assembled: () => Promise<Assembled>
}
