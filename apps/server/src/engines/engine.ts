// What every engine (a server or process that runs language models) looks like to the rest of the server.
// Each adapter lives in its own folder beside this file and passes engine.contract.ts.

import type { OptionName, PromptOptionValues } from '@polylogue/contract'

export { OPTION_NAMES } from '@polylogue/contract'
export type { OptionName, PromptOptionValues } from '@polylogue/contract'

/**
 * How an engine treats an option: `request` = obeyed call by call; `load` = obeyed, but changing it reloads the model
 * (slow); `ignored` = accepted and without effect; `unsupported` = left out of the call.
 */
export type OptionUse = 'request' | 'load' | 'ignored' | 'unsupported'

/** A call of a tool that a model wishes. `arguments` is the JSON text as the model wrote it, which may be broken. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** A function that the model may wish to have called; `parameters` is a JSON Schema. Whoever asks calls it, never we. */
export interface Tool {
  readonly name: string
  readonly description?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly strict?: boolean
}

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string }

/** The form of the text: any JSON object, or one that fits a JSON Schema. */
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
  /** What the assistant wished to have called. */
  readonly toolCalls?: readonly ToolCall[]
  /** Which of them a `tool` message answers, and the tool's name. */
  readonly toolCallId?: string
  readonly toolName?: string
  /** Pictures that belong to this message; `base64` is standard base64 without a `data:` prefix. */
  readonly images?: readonly { readonly mimeType: string; readonly base64: string }[]
}

/** A passage that an answer stands on. `id` is the number in the text's [n]; `place` is a page, heading or line. */
export interface Source {
  readonly id: number
  readonly title: string
  readonly uri: string
  readonly place?: string
  readonly quote: string
}

export interface ChatRequest {
  /** The model's name at the engine (`EngineModel.name`), not its id or title in the product. */
  readonly model: string
  /** The whole conversation, oldest first, the question last. Cutting it to the context window is the caller's. */
  readonly messages: readonly ChatMessage[]
  /** Checked and clamped by the caller. Only what the user changed: absent means the engine's own. */
  readonly options: Readonly<PromptOptionValues>
  /** The language of the conversation (`en`, `de`, …), for engines that write sentences of their own. */
  readonly language: string
  /** Ends the generation: the connection to the engine is closed at once and the iterable throws `signal.reason`. */
  readonly signal: AbortSignal
  /** From the call to the first piece, in milliseconds. Long, because a cold model takes minutes to load. */
  readonly firstTokenTimeoutMs: number
  /** Between two pieces, in milliseconds. Short, because a stall inside an answer is a fault. */
  readonly idleTimeoutMs: number
  /** False where another engine may be free: a refusal for lack of capacity is told at once instead of waited out. */
  readonly patient?: boolean
  /** The beginning of the answer, already kept: the engine writes on from here. Only where `can.continue`. */
  readonly continueFrom?: string
  /** Only where `can.tools`; the caller refuses them elsewhere. */
  readonly tools?: readonly Tool[]
  readonly toolChoice?: ToolChoice
  /** Only where `can.grammar`; the caller refuses it elsewhere. */
  readonly responseFormat?: ResponseFormat
  /** -2 to 2 each (OpenAI's API reference); left out where the engine does not know them. */
  readonly penalties?: { readonly presence?: number; readonly frequency?: number }
  /** What was retrieved for this question. Models read it in `messages`; an engine that quotes reads it here. */
  readonly sources?: readonly Source[]
}

/** What happens in an answer, in order. `end` comes exactly once and last; an iterable that ends without it is a defect. */
export type ChatEvent =
  | {
      readonly type: 'status'
      /** `limited`: the engine refuses for lack of capacity, and is asked again in `seconds`. */
      readonly phase: 'limited' | 'loading' | 'reading' | 'thinking' | 'answering'
      readonly seconds?: number
      readonly detail?: string
      /** How much of the prompt is read, 0 to 1; with `reading`, where the engine tells. */
      readonly progress?: number
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | {
      readonly type: 'notice'
      readonly code: NoticeCode
      readonly params: Readonly<Record<string, string | number>>
    }
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  /** A piece of a wished call: `index` counts the calls of an answer from 0; `id` and `name` stand in a call's first piece. */
  | {
      readonly type: 'tool-call'
      readonly index: number
      readonly id?: string
      readonly name?: string
      readonly arguments: string
    }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length' | 'tool-calls'; readonly usage: Usage }

/**
 * Things worth telling that are not errors. `OPTIONS_UNUSED` {options: "tfs_z, num_gqa"}: not obeyed by this engine;
 * `CONTENT_FILTERED` {}: the engine ended the answer by its own rules.
 */
export type NoticeCode = 'OPTIONS_UNUSED' | 'CONTENT_FILTERED'

/** Tokens counted by the engine; null where it does not count. */
export interface Usage {
  readonly promptTokens: number | null
  readonly responseTokens: number | null
}

/** A model that an engine offers. Names come from outside: show them as text, never as markup. */
export interface EngineModel {
  /** As the engine wants it back in `ChatRequest.model`. */
  readonly name: string
  /** Ollama's `llama3.2:3b` is family `llama3.2`, tag `3b`; elsewhere the name and `latest` (readings 7). */
  readonly family: string
  readonly tag: string
  /** Tokens that fit; absent when the engine does not tell. */
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
   * Whether it needs no loading: it is in the engine's memory, or on somebody else's machine. Absent where the engine does
   * not tell.
   */
  readonly loaded?: boolean
  /** Bytes in the engine's memory; absent while it is not in memory, or where the engine does not tell. */
  readonly memoryBytes?: number
  /** False when the engine itself passes prompts on to somebody else's machine. */
  readonly local: boolean
}

/** Progress of fetching or loading. `total` is 0 while unknown; both in bytes. */
export interface EngineProgress {
  readonly state: 'fetching' | 'checking' | 'loading' | 'ready'
  readonly done: number
  readonly total: number
}

/** A model that an engine can fetch by its name, of a list that comes with the engine. */
export interface OfferedModel {
  /** As `fetch` wants it, and as `EngineModel.name` when it is there. */
  readonly name: string
  readonly family: string
  readonly tag: string
  readonly title: string
  /** Billions of parameters. */
  readonly parameters: number
  readonly licence: { readonly name: string; readonly address?: string | undefined }
  /** Bytes to fetch; absent while unknown. */
  readonly sizeBytes?: number | undefined
  /** An estimate of what it takes in memory; absent while unknown. */
  readonly memoryBytes?: number | undefined
  readonly contextLength: number
  readonly capabilities: readonly string[]
  /** Whether it is on the engine's disk. */
  readonly present: boolean
}

/** What can be fetched, and what the machine has for it. */
export interface Offer {
  readonly models: readonly OfferedModel[]
  /** Bytes of memory of the engine's machine, of which others take their share. */
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
 * its signal was aborted; nothing else is thrown but defects.
 */
export interface Engine {
  readonly kind: string
  /** What this engine can do. May become richer after `models()`, which is where adapters learn who they talk to. */
  readonly can: EngineAbilities
  options(): Readonly<Record<OptionName, OptionUse>>
  /** Asks whether the engine answers, within 10 s. Does not reject for an engine that is down: that is the answer. */
  health(signal: AbortSignal): Promise<EngineHealth>
  /** What the engine offers now. */
  models(signal: AbortSignal): Promise<readonly EngineModel[]>
  /**
   * Answers. Pulled, not pushed: an engine is read only as fast as the consumer takes events, and leaving the loop
   * (`break`) closes the connection like an abort.
   */
  chat(request: ChatRequest): AsyncIterable<ChatEvent>
  /** One vector per text, in order, all of one length. */
  embed(model: string, texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
  /** Exact token count, where the engine can tell. */
  countTokens?(model: string, text: string, signal: AbortSignal): Promise<number>
  /** The models that it can fetch; present where it has a list of them. */
  catalogue?(signal: AbortSignal): Promise<Offer>
  /** Brings a model to the engine's disk; present where `can.fetch`. Aborting leaves what can be resumed. */
  fetch?(model: string, signal: AbortSignal): AsyncIterable<EngineProgress>
  /** Brings a model into memory; present where `can.load`. */
  load?(model: string, signal: AbortSignal, options?: PromptOptionValues): AsyncIterable<EngineProgress>
  /** Frees a model's memory; present where `can.load`. */
  unload?(model: string, signal: AbortSignal): Promise<void>
  /** Frees a model's disk; present where `can.remove`. A model that is already gone is no error. */
  remove?(model: string, signal: AbortSignal): Promise<void>
  /** Ends every open answer and connection. */
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

/** What an engine did wrong. `message` and `cause` are for the log; people see problems.ts made of it. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  /** True when part of the answer was already given: it is kept, and the call must not be repeated silently. */
  readonly partial: boolean
  /** How long the engine asks to wait, in milliseconds (`busy`, `rate-limited`). */
  readonly retryAfterMs: number | undefined
  /** How long was waited, in milliseconds (`timeout`). */
  readonly waitedMs: number | undefined
  /** Why, in words that may be shown to people: sanitised, at most 200 characters (`bad-request`). */
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
