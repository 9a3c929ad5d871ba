import type { UsageChannel } from '@polylogue/contract'

/** The fields by which an answer is counted. */
export interface Answered {
  /** Null for a viewer without an account. */
  readonly userId: number | null
  /** The API token that asked. */
  readonly tokenId: number | null
  readonly channel: UsageChannel
  /** The chatbot whose visitor asked; absent for others. */
  readonly chatbotId?: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
}

/** A finished answer: done, failed or aborted. */
export interface CountedAnswer extends Answered {
  readonly state: 2 | 3 | 4
  /** Counts reported by the engine; null without them. */
  readonly tokensPrompt: number | null
  readonly tokensResponse: number | null
  /** Milliseconds from the question to the end. */
  readonly ms: number
}
