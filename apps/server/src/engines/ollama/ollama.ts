// Adapter for Ollama's native API: only this API reports images, thinking, loading and capabilities completely.
import type { Outbound, TrustedClient } from '#platform/outbound/index.ts'
import {
  EngineError,
  OPTION_NAMES,
  type ChatEvent,
  type ChatRequest,
  type Engine,
  type EngineAbilities,
  type EngineHealth,
  type EngineModel,
  type EngineProgress,
  type OptionName,
  type OptionUse,
  type PromptOptionValues,
} from '../engine.ts'
import { RETRY_RULE, streamAnswer, type RetryRule } from '../wire/answer.ts'
import { callBody, callList } from '../wire/call.ts'
import { checkHealth } from '../wire/health.ts'
import { unusedOptions } from '../wire/options.ts'
import { EMBED_MS, TEXTS_PER_CALL, vectorsInCalls } from '../wire/vectors.ts'
import { discover, type Details } from './discovery.ts'
import { load, running, unload } from './memory.ts'
import { pull, PULL_IDLE_MS } from './pulling.ts'
import { ChatLineReader } from './reader.ts'
import { chatBody, obeyedOptions } from './request.ts'

export interface OllamaOptions {
  readonly baseUrl: string
  /** For servers behind a proxy that requires a key. */
  readonly apiKey?: string | undefined
  /** False for a third party's server; default true. Models that Ollama forwards to its cloud are never local. */
  readonly local?: boolean
  /** True for servers before 0.5, which still apply mirostat, tfs_z and num_gqa; newer ones warn or fail on them. */
  readonly old?: boolean
  readonly retry?: RetryRule
  /** Milliseconds without progress after which a download fails; default 3 minutes. */
  readonly pullIdleMs?: number
}

const OLD_ONLY: readonly OptionName[] = ['mirostat', 'mirostat_eta', 'mirostat_tau', 'tfs_z', 'num_gqa']
/** Changing one of these options reloads the model. */
const AT_LOAD: readonly OptionName[] = ['num_ctx', 'num_gpu', 'num_thread', 'num_gqa']
const REMOVE_MS = 60_000

/** Creates the engine without connecting. Throws TypeError on an invalid base address. */
export function createOllama(options: OllamaOptions, outbound: Outbound): Engine {
  return new Ollama(options, outbound)
}

class Ollama implements Engine {
  readonly kind = 'ollama'
  readonly can: EngineAbilities = {
    fetch: true,
    load: true,
    remove: true,
    tools: true,
    images: true,
    grammar: true,
    embeddings: true,
    continue: true,
  }
  readonly #client: TrustedClient
  readonly #local: boolean
  readonly #retry: RetryRule
  readonly #pullIdleMs: number
  readonly #use: Record<OptionName, OptionUse>
  readonly #known = new Map<string, Details>()
  readonly #batches = { size: TEXTS_PER_CALL }

  constructor(options: OllamaOptions, outbound: Outbound) {
    const { baseUrl, apiKey } = options
    this.#client = outbound.trusted({ baseUrl, headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {} })
    this.#local = options.local ?? true
    this.#retry = options.retry ?? RETRY_RULE
    this.#pullIdleMs = options.pullIdleMs ?? PULL_IDLE_MS
    this.#use = Object.fromEntries(
      OPTION_NAMES.map((name) => [name, optionUse(name, options.old ?? false)]),
    ) as Record<OptionName, OptionUse>
  }

  options(): Readonly<Record<OptionName, OptionUse>> {
    return this.#use
  }

  health(signal: AbortSignal): Promise<EngineHealth> {
    return checkHealth(this.#client, '/api/version', signal)
  }

  models(signal: AbortSignal): Promise<readonly EngineModel[]> {
    return discover(this.#client, this.#local, this.#known, signal)
  }

  chat(request: ChatRequest): AsyncGenerator<ChatEvent> {
    return streamAnswer(request, () => ({
      client: this.#client,
      path: '/api/chat',
      body: chatBody(request, this.#use),
      reader: new ChatLineReader(request.continueFrom !== undefined),
      notices: unusedOptions(request.options, this.#use),
      retry: this.#retry,
      whileWaiting: (signal) => this.#phase(request.model, signal),
    }))
  }

  embed(model: string, texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    return vectorsInCalls(texts, this.#batches, (input) => {
      const request = { method: 'POST' as const, path: '/api/embed', body: { model, input } }
      const limits = { timeoutMs: EMBED_MS, fields: ['embeddings'] }
      return callList(this.#client, request, signal, limits)
    })
  }

  fetch(model: string, signal: AbortSignal): AsyncGenerator<EngineProgress> {
    return pull(this.#client, model, signal, this.#pullIdleMs)
  }

  load(model: string, signal: AbortSignal, options: PromptOptionValues = {}): AsyncGenerator<EngineProgress> {
    return load(this.#client, model, signal, obeyedOptions(options, this.#use))
  }

  unload(model: string, signal: AbortSignal): Promise<void> {
    return unload(this.#client, model, signal)
  }

  async remove(model: string, signal: AbortSignal): Promise<void> {
    const call = { method: 'DELETE' as const, path: '/api/delete', body: { model } }
    try {
      await callBody(this.#client, call, signal, REMOVE_MS)
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'not-found') throw error
    }
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #phase(model: string, signal: AbortSignal): Promise<'loading' | 'reading'> {
    const names = await running(this.#client, signal)
    return names.has(model) || names.has(`${model}:latest`) ? 'reading' : 'loading'
  }
}

function optionUse(name: OptionName, old: boolean): OptionUse {
  if (!old && OLD_ONLY.includes(name)) return 'unsupported'
  return AT_LOAD.includes(name) ? 'load' : 'request'
}
