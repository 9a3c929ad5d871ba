// The interface of every engine (a server or process that runs language models) to the rest of the server.
// Each adapter has its own folder beside this file and passes engine.contract.ts.

import type { OptionName, PromptOptionValues, Source } from '@polylogue/contract'

export { OPTION_NAMES } from '@polylogue/contract'
export type { OptionName, PromptOptionValues } from '@polylogue/contract'

/**
 * How an engine treats an option: `request` = applied per call; `load` = applied, but a change reloads the model (slow);
 * `ignored` = accepted without effect; `unsupported` = left out of the call.
 */
export type OptionUse = 'request' | 'load' | 'ignored' | 'unsupported'

/** A tool call that a model requests. `arguments` is the JSON text as the model wrote it and can be invalid. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
  /** What the engine wants back with the call, unchanged: the signature of Gemini's thoughts before it. */
  readonly signature?: string
}

/** A function that the model can request to call; `parameters` is a JSON Schema. The client runs it, never this server. */
export interface Tool {
  readonly name: string
  readonly description?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly strict?: boolean
}

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string }

/** Response format: any JSON object, or JSON that matches a schema. */
export type ResponseFormat =
  | { readonly type: 'json' }
  | {
      readonly type: 'schema'
      readonly name: string
      readonly schema: Readonly<Record<string, unknown>>
      readonly strict?: boolean
    }

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  /** Tool calls that the assistant requested. */
  readonly toolCalls?: readonly ToolCall[]
  /** The id of the call that a `tool` message answers, and the name of the tool. */
  readonly toolCallId?: string
  readonly toolName?: string
  /** Images of this message; `base64` is standard base64 without a `data:` prefix. */
  readonly images?: readonly { readonly mimeType: string; readonly base64: string }[]
}

export interface ChatRequest {
  /** The model's name at the engine (`EngineModel.name`), not its id or title in the product. */
  readonly model: string
  /** The whole conversation, oldest first, the question last. The caller trims it to the context window. */
  readonly messages: readonly ChatMessage[]
  /** Validated by the caller. Only what the user changed; absent options keep the engine's defaults. */
  readonly options: Readonly<PromptOptionValues>
  /** Language of the conversation (`en`, `de`, …), for engines that write their own sentences. */
  readonly language: string
  /** Aborts the generation: the connection is closed at once and the iterable throws `signal.reason`. */
  readonly signal: AbortSignal
  /** From the call to the first piece, in milliseconds. Long, because a cold model takes minutes to load. */
  readonly firstTokenTimeoutMs: number
  /** Between two pieces, in milliseconds. Short, because a stall inside an answer is a fault. */
  readonly idleTimeoutMs: number
  /** False if another engine may be free: a refusal for lack of capacity then fails at once instead of being retried. */
  readonly mayWait?: boolean
  /** The beginning of the answer, already stored; the engine continues it. Only if `can.continue`. */
  readonly continueFrom?: string
  /** Only if `can.tools`; otherwise the caller refuses them. */
  readonly tools?: readonly Tool[]
  readonly toolChoice?: ToolChoice
  /** Only if `can.grammar`; otherwise the caller refuses it. */
  readonly responseFormat?: ResponseFormat
  /** False asks for an answer without reasoning, where the engine can switch it off or down. Default: the model decides. */
  readonly reasoning?: false
  /** -2 to 2 each (OpenAI's API reference); left out for engines that do not support them. */
  readonly penalties?: { readonly presence?: number; readonly frequency?: number }
  /** Passages retrieved for this question. Models get them in `messages`; an engine that quotes reads them here. */
  readonly sources?: readonly Source[]
}

/** Events of an answer, in order. `end` comes exactly once and last; an iterable that ends without it is a defect. */
export type ChatEvent =
  | {
      readonly type: 'status'
      /** `limited`: the engine refuses for lack of capacity; the call is retried in `seconds`. */
      readonly phase: 'limited' | 'loading' | 'reading' | 'thinking' | 'answering'
      readonly seconds?: number
      readonly detail?: string
      /** Share of the prompt that was read, 0 to 1; with `reading`, if the engine reports it. */
      readonly progress?: number
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** All text so far was reasoning: its end was marked, its beginning was not. */
  | { readonly type: 'reasoned' }
  | {
      readonly type: 'notice'
      readonly code: NoticeCode
      readonly params: Readonly<Record<string, string | number>>
    }
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  /** A piece of a tool call: `index` counts the calls of an answer from 0; the first piece of a call has `id` and `name`. */
  | {
      readonly type: 'tool-call'
      readonly index: number
      readonly id?: string
      readonly name?: string
      readonly arguments: string
      /** Once for a call, in any piece; see ToolCall. */
      readonly signature?: string
    }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length' | 'tool-calls'; readonly usage: Usage }

/**
 * Notices that are not errors. `OPTIONS_UNUSED` {options: "tfs_z, num_gqa"}: the engine ignores these options;
 * `CONTENT_FILTERED` {}: the engine's content filter ended the answer; `PICTURES_LEFT_OUT` {}: the model sent pictures.
 */
export type NoticeCode = 'OPTIONS_UNUSED' | 'CONTENT_FILTERED' | 'PICTURES_LEFT_OUT'

/** Tokens counted by the engine; null if it does not count them. */
export interface Usage {
  readonly promptTokens: number | null
  readonly responseTokens: number | null
}

/** A model that an engine offers. Names are untrusted: render them as text, never as markup. */
export interface EngineModel {
  /** The value for `ChatRequest.model`. */
  readonly name: string
  /** Ollama's `llama3.2:3b` is family `llama3.2`, tag `3b`; elsewhere the name and `latest` (MODEL-4). */
  readonly family: string
  readonly tag: string
  /** Context window in tokens; absent if the engine does not report it. */
  readonly contextLength?: number
  readonly capabilities: {
    readonly chat: boolean
    readonly images: boolean
    readonly thinking: boolean
    readonly tools: boolean
    readonly embeddings: boolean
  }
  readonly sizeBytes?: number
  /**
   * Whether it needs no loading: in the engine's memory, or on a third party's machine. Absent if the engine does not report
   * it.
   */
  readonly loaded?: boolean
  /** Bytes in the engine's memory; absent while it is not loaded or if the engine does not report it. */
  readonly memoryBytes?: number
  /** False if the engine forwards prompts to a third party's machine. */
  readonly local: boolean
}

/** Progress of a download or of loading, in bytes. `total` is 0 while unknown. */
export interface EngineProgress {
  readonly state: 'fetching' | 'checking' | 'loading' | 'ready'
  readonly done: number
  readonly total: number
}

/** A model that an engine can download by name, from its own catalogue. */
export interface OfferedModel {
  /** The name for `fetch`, and `EngineModel.name` once it is present. */
  readonly name: string
  readonly family: string
  readonly tag: string
  readonly title: string
  /** Billions of parameters. */
  readonly parameters: number
  readonly licence: { readonly name: string; readonly address?: string | undefined }
  /** Bytes to download; absent while unknown. */
  readonly sizeBytes?: number | undefined
  /** Estimated bytes in memory; absent while unknown. */
  readonly memoryBytes?: number | undefined
  readonly contextLength: number
  readonly capabilities: readonly string[]
  /** Whether it is on the engine's disk. */
  readonly present: boolean
}

/** The downloadable models and the memory of the engine's machine. */
export interface Offer {
  readonly models: readonly OfferedModel[]
  /** Total memory of the engine's machine in bytes; other programs use part of it. */
  readonly machineMemoryBytes: number
}

export type EngineHealth =
  | { readonly ok: true; readonly version?: string }
  | { readonly ok: false; readonly error: EngineError }

export interface EngineAbilities {
  readonly fetch: boolean
  readonly load: boolean
  readonly remove: boolean
  readonly tools: boolean
  readonly images: boolean
  readonly grammar: boolean
  readonly embeddings: boolean
  readonly continue: boolean
}

/**
 * One connected engine. Every method rejects with EngineError when the engine is at fault, and with `signal.reason` when
 * its signal was aborted; anything else thrown is a defect.
 */
export interface Engine {
  readonly kind: string
  /** What this engine supports. Can change after `models()`, when adapters learn which server they talk to. */
  readonly can: EngineAbilities
  options(): Readonly<Record<OptionName, OptionUse>>
  /** Checks within 10 s whether the engine is reachable. An unreachable engine is a result, not a rejection. */
  health(signal: AbortSignal): Promise<EngineHealth>
  /** Lists the models that the engine offers now. */
  models(signal: AbortSignal): Promise<readonly EngineModel[]>
  /**
   * Streams an answer with back-pressure: reads from the engine only as fast as the consumer takes events. Leaving the loop
   * (`break`) closes the connection like an abort.
   */
  chat(request: ChatRequest): AsyncIterable<ChatEvent>
  /** Returns one vector per text, in order, all of the same length. */
  embed(model: string, texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
  /** Returns the exact token count; present if the engine can count. */
  countTokens?(model: string, text: string, signal: AbortSignal): Promise<number>
  /** Lists the models that it can download; present if it has such a list. */
  catalogue?(signal: AbortSignal): Promise<Offer>
  /** Downloads a model to the engine's disk; present if `can.fetch`. An aborted download can be resumed. */
  fetch?(model: string, signal: AbortSignal): AsyncIterable<EngineProgress>
  /** Loads a model into memory; present if `can.load`. */
  load?(model: string, signal: AbortSignal, options?: PromptOptionValues): AsyncIterable<EngineProgress>
  /** Unloads a model from memory; present if `can.load`. */
  unload?(model: string, signal: AbortSignal): Promise<void>
  /** Deletes a model from disk; present if `can.remove`. A model that is already gone is not an error. */
  remove?(model: string, signal: AbortSignal): Promise<void>
  /** Aborts every answer and closes every connection. */
  close(): Promise<void>
}

export type EngineErrorCode =
  | 'unreachable'
  | 'auth'
  | 'not-found'
  | 'busy'
  | 'rate-limited'
  | 'bad-request'
  | 'context-overflow'
  | 'broken-stream'
  | 'timeout'
  | 'out-of-memory'
  | 'crashed'
  | 'internal'

/** A failure of an engine. `message` and `cause` are for the log; problems.ts makes the message for users. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  /** True if part of the answer was already yielded: that part is kept and the call must not be repeated silently. */
  readonly partial: boolean
  /** How long the engine asks to wait, in milliseconds (`busy`, `rate-limited`). */
  readonly retryAfterMs: number | undefined
  /** How long the call waited, in milliseconds (`timeout`). */
  readonly waitedMs: number | undefined
  /** The engine's own words, which may be shown to users: sanitised, at most 200 characters. */
  readonly reason: string | undefined

  constructor(
    code: EngineErrorCode,
    message: string,
    more: {
      partial?: boolean
      retryAfterMs?: number
      waitedMs?: number
      reason?: string
      cause?: unknown
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'EngineError'
    this.code = code
    this.partial = more.partial ?? false
    this.retryAfterMs = more.retryAfterMs
    this.waitedMs = more.waitedMs
    this.reason = more.reason
  }
}
