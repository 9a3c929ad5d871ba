// What the server and the process that holds a model say to each other. Structured clones, so vectors go as they are.
import type { ResponseFormat, Usage } from '../../engine.ts'

/** How a model is brought into memory. */
export interface LoadOrder {
  readonly path: string
  readonly threads: number
  /** Answers at once. */
  readonly sequences: number
  /** Tokens that each of them can see. */
  readonly contextTokens: number
  /** For vectors instead of answers. */
  readonly embeddings: boolean
}

/** One turn of the conversation, as models know them. */
export interface Said {
  readonly role: 'system' | 'user' | 'assistant'
  readonly text: string
}

/** Every choice is made by the time it is sent: the process has no standards of its own. */
export interface Sampling {
  readonly temperature: number
  readonly topK: number
  readonly topP: number
  readonly seed: number
  readonly stop: readonly string[]
  readonly repeatPenalty: number
  /** How many tokens back repetition is looked for; 0: nowhere. */
  readonly repeatTokens: number
  readonly presencePenalty: number
  readonly frequencyPenalty: number
}

export interface ChatOrder {
  readonly messages: readonly Said[]
  /** The beginning of the answer, which is written on. */
  readonly continueFrom: string | undefined
  readonly sampling: Sampling
  /** At most so many tokens; as many as fit unless told. */
  readonly maxTokens: number | undefined
  /** Prompt and answer together have at most so many; as many as the process holds unless told. */
  readonly windowTokens: number | undefined
  readonly format: ResponseFormat | undefined
}

export type ToChild =
  | { readonly type: 'load'; readonly order: LoadOrder }
  | { readonly type: 'chat'; readonly id: number; readonly order: ChatOrder }
  | { readonly type: 'embed'; readonly id: number; readonly texts: readonly string[] }
  | { readonly type: 'stop'; readonly id: number }

/** What went wrong with a model or an answer, while the process itself goes on. */
export interface Failure {
  readonly code: 'bad-request' | 'context-overflow' | 'out-of-memory' | 'internal'
  /** For the log. */
  readonly message: string
  /** For people. */
  readonly reason?: string
}

/** What happens in the order of that id; `text` comes any number of times, one of the others once and last. */
export type Happening =
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
  /** How much of the model is loaded, from 0 to 1. */
  | { readonly type: 'loading'; readonly share: number }
  | { readonly type: 'ready'; readonly contextTokens: number }
  /** The model cannot be loaded; the process is to be ended. */
  | { readonly type: 'refused'; readonly failure: Failure }
  /** The process is alive: every BEAT_MS, whatever it computes. */
  | { readonly type: 'beat' }
  | { readonly type: 'happened'; readonly happenings: readonly Happening[] }

/** The watch on the other side (watch.ts) waits for thirty of these. */
export const BEAT_MS = 1_000
