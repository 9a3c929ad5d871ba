import type { UsageDoor } from '@polylogue/contract'

/** As what an answer is counted. */
export interface Answered {
  readonly userId: number
  /** The API token that it was asked by. */
  readonly tokenId: number | null
  readonly door: UsageDoor
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
}

/** An answer that ended: done, failed or aborted. */
export interface CountedAnswer extends Answered {
  readonly state: 2 | 3 | 4
  /** As the engine counted them; null where it did not. */
  readonly tokensPrompt: number | null
  readonly tokensResponse: number | null
  /** Milliseconds from the question to the end. */
  readonly ms: number
}
