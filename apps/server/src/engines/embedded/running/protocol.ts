// Messages between the server and a model process. Sent by structured clone, so vectors need no conversion.
import type { ResponseFormat, Usage } from '../../engine.ts'

/** How to load a model. */
export interface LoadOrder {
  readonly path: string
  readonly threads: number
  /** Number of parallel answers. */
  readonly sequences: number
  /** Context window of each answer, in tokens. */
  readonly contextTokens: number
  /** For embeddings instead of answers. */
  readonly embeddings: boolean
}

/** One turn of the conversation. */
export interface Said {
  readonly role: 'system' | 'user' | 'assistant'
  readonly text: string
}

/** Complete sampling options: the process has no defaults of its own. */
export interface Sampling {
  readonly temperature: number
  readonly topK: number
  readonly topP: number
  readonly seed: number
  readonly stop: readonly string[]
  readonly repeatPenalty: number
  /** Number of previous tokens for the repetition penalty; 0 disables it. */
  readonly repeatTokens: number
  readonly presencePenalty: number
  readonly frequencyPenalty: number
}

export interface ChatOrder {
  readonly messages: readonly Said[]
  /** The beginning of the answer, which is continued. */
  readonly continueFrom: string | undefined
  readonly sampling: Sampling
  /** Maximum tokens of the answer; default: as many as fit. */
  readonly maxTokens: number | undefined
  /** Maximum tokens of prompt and answer together; default: the context of the process. */
  readonly windowTokens: number | undefined
  readonly format: ResponseFormat | undefined
  /** Whether the model may reason before it answers. */
  readonly reasoning: boolean
}

export type ToChild =
  | { readonly type: 'load'; readonly order: LoadOrder }
  | { readonly type: 'chat'; readonly id: number; readonly order: ChatOrder }
  | { readonly type: 'embed'; readonly id: number; readonly texts: readonly string[] }
  | { readonly type: 'stop'; readonly id: number }

/** A failure of a model or an answer after which the process continues. */
export interface Failure {
  readonly code: 'bad-request' | 'context-overflow' | 'out-of-memory' | 'internal'
  /** For the log. */
  readonly message: string
  /** For users. */
  readonly reason?: string
}

/** An event of the order with this id: `text` any number of times, then exactly one of the others. */
export type ModelEvent =
  | { readonly type: 'text' | 'thinking'; readonly id: number; readonly text: string }
  | {
      readonly type: 'end'
      readonly id: number
      readonly reason: 'stop' | 'length'
      readonly usage: Usage
    }
  | { readonly type: 'vectors'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }
  | { readonly type: 'stopped'; readonly id: number }

export type FromChild =
  /** Loaded share of the model, from 0 to 1. */
  | { readonly type: 'loading'; readonly share: number }
  | { readonly type: 'ready'; readonly contextTokens: number }
  /** The model cannot be loaded; the server ends the process. */
  | { readonly type: 'refused'; readonly failure: Failure }
  /** Heartbeat every BEAT_MS, also while computing. */
  | { readonly type: 'beat' }
  | { readonly type: 'happened'; readonly happenings: readonly ModelEvent[] }

/** The watchdog in watch.ts allows 30 missed heartbeats. */
export const BEAT_MS = 1_000
