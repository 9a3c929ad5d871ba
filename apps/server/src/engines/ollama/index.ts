// Ollama, by its own protocol: only there are images, thinking, loading and capabilities told in full.
import type { Outbound, TrustedDoor } from '../../platform/outbound/index.ts'
import {
  OPTION_NAMES,
  type ChatEvent,
  type ChatMessage,
  type ChatRequest,
  type Engine,
  type EngineAbilities,
  type EngineHealth,
  type EngineModel,
  type OptionName,
  type OptionUse,
  type PromptOptionValues,
} from '../engine.ts'
import { RETRY_RULE, streamAnswer, type RetryRule } from '../wire/answer.ts'
import { callJson } from '../wire/call.ts'
import { isRecord } from '../wire/failures.ts'
import { checkHealth } from '../wire/health.ts'
import { unusedOptions } from '../wire/options.ts'
import { EMBED_MS, TEXTS_PER_CALL, vectorsOf } from '../wire/vectors.ts'
import { discover, type Details } from './discovery.ts'
import { ChatLineReader } from './reader.ts'

export interface OllamaOptions {
  readonly baseUrl: string
  /** For servers behind a proxy that asks for a key. */
  readonly apiKey?: string | undefined
  /** False for a server that is somebody else's; true if left out. Models that Ollama passes on are never local. */
  readonly local?: boolean
  /** True for servers before 0.5 that still obey mirostat, tfs_z and num_gqa; newer ones warn or fail on them. */
  readonly old?: boolean
  readonly retry?: RetryRule
}

const OLD_ONLY: readonly OptionName[] = ['mirostat', 'mirostat_eta', 'mirostat_tau', 'tfs_z', 'num_gqa']
/** A change of one of these loads the model again. */
const AT_LOAD: readonly OptionName[] = ['num_ctx', 'num_gpu', 'num_thread', 'num_gqa']

export function createOllama(options: OllamaOptions, outbound: Outbound): Engine {
  return new Ollama(options, outbound)
}

class Ollama implements Engine {
  readonly kind = 'ollama'
  readonly can: EngineAbilities = {
    fetch: false,
    load: false,
    remove: false,
    tools: false,
    images: true,
    grammar: false,
    embeddings: true,
    continue: true,
  }
  readonly #door: TrustedDoor
  readonly #local: boolean
  readonly #retry: RetryRule
  readonly #use: Record<OptionName, OptionUse>
  readonly #known = new Map<string, Details>()

  constructor({ baseUrl, apiKey, local, old, retry }: OllamaOptions, outbound: Outbound) {
    this.#door = outbound.trusted({ baseUrl, headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {} })
    this.#local = local ?? true
    this.#retry = retry ?? RETRY_RULE
    this.#use = Object.fromEntries(
      OPTION_NAMES.map((name) => [name, optionUse(name, old ?? false)]),
    ) as Record<OptionName, OptionUse>
  }

  options(): Readonly<Record<OptionName, OptionUse>> {
    return this.#use
  }

  health(signal: AbortSignal): Promise<EngineHealth> {
    return checkHealth(this.#door, '/api/version', signal)
  }

  models(signal: AbortSignal): Promise<readonly EngineModel[]> {
    return discover(this.#door, this.#local, this.#known, signal)
  }

  async *chat(request: ChatRequest): AsyncGenerator<ChatEvent> {
    yield* unusedOptions(request.options, this.#use)
    yield* streamAnswer({
      door: this.#door,
      path: '/api/chat',
      body: this.#body(request),
      request,
      reader: new ChatLineReader(),
      retry: this.#retry,
      whileWaiting: (signal) => this.#phase(request.model, signal),
    })
  }

  async embed(
    model: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    const vectors: unknown[] = []
    for (let at = 0; at < texts.length; at += TEXTS_PER_CALL) {
      const input = texts.slice(at, at + TEXTS_PER_CALL)
      const request = { method: 'POST' as const, path: '/api/embed', body: { model, input } }
      const { embeddings } = await callJson(this.#door, request, signal, EMBED_MS)
      if (Array.isArray(embeddings)) vectors.push(...(embeddings as unknown[]))
    }
    return vectorsOf(vectors, texts.length)
  }

  close(): Promise<void> {
    return this.#door.close()
  }

  #body(request: ChatRequest): Record<string, unknown> {
    const messages = request.messages.map(chatMessage)
    if (request.continueFrom !== undefined)
      messages.push({ role: 'assistant', content: request.continueFrom })
    const options = this.#options(request.options)
    return {
      model: request.model,
      messages,
      stream: true,
      ...(Object.keys(options).length > 0 ? { options } : {}),
    }
  }

  /** What the user changed and this server obeys, and nothing else: defaults sent verbatim would reload the model. */
  #options(values: PromptOptionValues): Record<string, unknown> {
    const sent = OPTION_NAMES.filter(
      (name) => values[name] !== undefined && this.#use[name] !== 'unsupported',
    )
    return Object.fromEntries(
      sent.map((name) => [name, name === 'stop' ? [values.stop].flat() : values[name]]),
    )
  }

  async #phase(model: string, signal: AbortSignal): Promise<'loading' | 'reading'> {
    const { models } = await callJson(this.#door, { path: '/api/ps' }, signal, 5_000)
    const names = Array.isArray(models)
      ? models.filter(isRecord).flatMap((entry) => [entry.name, entry.model])
      : []
    return names.includes(model) || names.includes(`${model}:latest`) ? 'reading' : 'loading'
  }
}

function optionUse(name: OptionName, old: boolean): OptionUse {
  if (!old && OLD_ONLY.includes(name)) return 'unsupported'
  return AT_LOAD.includes(name) ? 'load' : 'request'
}

function chatMessage({ role, text, images = [] }: ChatMessage): Record<string, unknown> {
  if (images.length === 0) return { role, content: text }
  return { role, content: text, images: images.map((image) => image.base64) }
}
