import type { AnswerEvent, PromptOptionValues, Source } from '@polylogue/contract'
import type { Viewer } from '#access/index.ts'
import type { ChatMessage, Engine } from '#engines/engine.ts'
import type { PromptFile } from '#features/attachments/index.ts'
import type { UsedSources } from '#features/confidentiality/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { QueueEntry } from '../queue/index.ts'

/** The target of a question: a deployed tag with the engine that serves it. */
export interface TurnModel extends AskableTag {
  readonly engine: Engine
}

/** Events that a context source may emit. Passages become sources without it. */
export type SourceEvent = Extract<AnswerEvent, { type: 'sources' | 'notice' }>

/** A prompt as it is sent to the engine, the events before the answer, and what was dropped. */
export interface Assembled {
  readonly messages: readonly ChatMessage[]
  /** The passages of all context sources, numbered from 1; empty when none fits the question, undefined without a search. */
  readonly sources: readonly Source[] | undefined
  /** In their order, before any event of the engine. */
  readonly events: readonly SourceEvent[]
  readonly statistics: Readonly<Record<string, number | string>>
  /** The whole answer, when no model is asked. */
  readonly reply?: string | undefined
  /** The data sources whose text the prompt has. */
  readonly used: UsedSources
}

/** Settings of a question beside its model: those of the question, else those of its tab. 0 means none. */
export interface ChatChoices {
  readonly datasourceId: number
  /** Number of passages to retrieve from the data source. */
  readonly amountOfChunks: number
  readonly custInstWhoId: number
  readonly custInstRespondId: number
}

/** A turn of a conversation that its own feature stores, not a tab. */
export interface EarlierTurn {
  readonly question: string
  readonly answer: string
  readonly used: UsedSources
  /** Whether what it used is for local models only, now or then. */
  readonly isConfidential: boolean
}

/** Everything that the prompt of a question is made of. */
export interface Question {
  /** The asking user: a context source only returns what they may read. */
  readonly viewer: Viewer
  readonly choices: ChatChoices
  readonly tabId: number
  /** Whether the tab has no answered message, so that there is no history to read. */
  readonly isFirst: boolean
  /** The turns before it, oldest first, where no tab has them. */
  readonly earlier?: readonly EarlierTurn[] | undefined
  /** The message that it replaces: history ends before that one. */
  readonly replacesId: number | null
  /** The message whose question is asked again in another tab. */
  readonly repeatsId?: number | undefined
  /** Versions to show and send instead of the newest of their turns; null: those of the tab's last question. */
  readonly shown: readonly number[] | null
  readonly prompt: string
  /** Whether the question is that of a confidential message, which it replaces or repeats. */
  readonly isConfidential: boolean
  readonly attachments: readonly PromptFile[]
  readonly options: PromptOptionValues
  /** The text that the answer begins with, taken from the replaced message. */
  readonly continueFrom?: string | undefined
  readonly language: string
  readonly model: TurnModel
  /** Reserves bytes that are read for the prompt; returns false when there is no room. */
  readonly reserve: (bytes: number) => boolean
}

/**
 * One question to one model: made by every endpoint that stores its answers (tab, replay, compare), and all that `run`
 * needs. Access is checked and the message is stored before it is made.
 */
export interface Turn extends Question {
  readonly messageId: number
  /** Its place in the queue, taken before it was stored. */
  readonly entry: QueueEntry
  /**
   * Builds the prompt. It is read while the question is being stored, or for a question that waits when its turn comes: by
   * then earlier questions of its tab are answered, and nothing large is held while waiting.
   */
  readonly assembled: () => Promise<Assembled>
}
