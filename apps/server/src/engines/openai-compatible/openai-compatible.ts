// Adapter for servers of OpenAI's dialect: vLLM, llama.cpp's server, LM Studio, cloud vendors.
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
} from '../engine.ts'
import { RETRY_RULE, streamAnswer, type RetryRule } from '../wire/answer.ts'
import { unsupported } from '../wire/requests.ts'
import { callList } from '../wire/call.ts'
import { checkHealth } from '../wire/health.ts'
import { unusedOptions } from '../wire/options.ts'
import { EMBED_MS, inOrder, TEXTS_PER_CALL, vectorsInCalls } from '../wire/vectors.ts'
import { optionOfField, optionUse, vendorOf, type Vendor } from './dialect.ts'
import { discover, type ModelHost } from './discovery.ts'
import { CompletionReader } from './reader.ts'
import { chatBody } from './request.ts'
import { load, unload } from './router.ts'

export interface OpenAiCompatibleOptions {
  /** With or without a trailing version (`/v1`). */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** False for a third party's server, which only the configuration can tell; default true. */
  readonly local?: boolean
  readonly retry?: RetryRule
}

/** Creates the engine without connecting. Throws TypeError on an invalid base address. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions, outbound: Outbound): Engine {
  return new OpenAiCompatible(options, outbound)
}

class OpenAiCompatible implements Engine {
  readonly kind = 'openai'
  readonly #client: TrustedClient
  readonly #modelHost: ModelHost
  readonly #retry: RetryRule
  #vendor: Vendor
  #router = false
  #discovered = false
  /** False once the server refused to count tokens. */
  #isCounted = true
  readonly #batches = { size: TEXTS_PER_CALL }

  constructor({ baseUrl, apiKey, local, retry }: OpenAiCompatibleOptions, outbound: Outbound) {
    const path = new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '')
    const versioned = /\/v\d[^/]*(\/|$)/.test(path)
    // The base is the address above the version, where llama.cpp's native endpoints are, whether or not it was written with
    // `/v1`.
    const base = path.endsWith('/v1') ? baseUrl.replace(/\/v1\/*$/, '') : baseUrl
    this.#client = outbound.trusted({
      baseUrl: base,
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    })
    this.#modelHost = {
      client: this.#client,
      host: new URL(baseUrl).hostname,
      api: versioned && !path.endsWith('/v1') ? '' : '/v1',
      root: versioned && !path.endsWith('/v1') ? undefined : '',
      local: local ?? true,
    }
    this.#retry = retry ?? RETRY_RULE
    this.#vendor = vendorOf(this.#modelHost.host, [], false)
  }

  get can(): EngineAbilities {
    const continues = this.#vendor === 'llama-server' || this.#vendor === 'vllm'
    return {
      fetch: false,
      load: this.#router,
      remove: false,
      tools: true,
      images: true,
      grammar: true,
      embeddings: true,
      continue: continues,
    }
  }

  options(): Record<OptionName, OptionUse> {
    return Object.fromEntries(OPTION_NAMES.map((name) => [name, optionUse(this.#vendor, name)])) as Record<
      OptionName,
      OptionUse
    >
  }

  health(signal: AbortSignal): Promise<EngineHealth> {
    return checkHealth(this.#client, `${this.#modelHost.api}/models`, signal)
  }

  async models(signal: AbortSignal): Promise<readonly EngineModel[]> {
    const { vendor, router, models } = await discover(this.#modelHost, signal)
    this.#vendor = vendor
    this.#router = router
    this.#discovered = true
    return models
  }

  chat(request: ChatRequest): AsyncGenerator<ChatEvent> {
    return streamAnswer(request, async () => {
      await this.#meet(request)
      if (request.continueFrom !== undefined && !this.can.continue)
        throw unsupported('it cannot continue an answer')
      return {
        client: this.#client,
        path: `${this.#modelHost.api}/chat/completions`,
        body: chatBody(request, this.#vendor, this.#isCounted),
        bodyAfter: (refusal) => this.#uncounted(request, refusal),
        reader: new CompletionReader(request.continueFrom !== undefined),
        notices: unusedOptions(request.options, this.options()),
        retry: this.#retry,
        describeError: (error) => this.#inTheirWords(error),
      }
    })
  }

  embed(model: string, texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    return vectorsInCalls(texts, this.#batches, async (input) => {
      const path = `${this.#modelHost.api}/embeddings`
      const request = { method: 'POST' as const, path, body: { model, input } }
      const limits = { timeoutMs: EMBED_MS, fields: ['data', 'embeddings'] }
      return inOrder(await callList(this.#client, request, signal, limits))
    })
  }

  load(model: string, signal: AbortSignal): AsyncGenerator<EngineProgress> {
    return load(this.#modelHost, model, signal)
  }

  unload(model: string, signal: AbortSignal): Promise<void> {
    return unload(this.#modelHost, model, signal)
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  /** Lists the models first if needed: the supported options depend on the vendor, which only the list reveals. */
  async #meet(request: ChatRequest): Promise<void> {
    const { options, continueFrom, responseFormat, reasoning } = request
    const matters =
      Object.keys(options).length > 0 ||
      [continueFrom, responseFormat, reasoning].some((one) => one !== undefined)
    if (this.#discovered || !matters) return
    try {
      await this.models(request.signal)
    } catch (error) {
      request.signal.throwIfAborted()
      // A server without a model list counts as an unknown vendor; the answer call reports any other error.
      if (!(error instanceof EngineError)) throw error
      this.#discovered = error.code === 'not-found'
    }
  }

  /** Servers such as older ones of Mistral, Azure and Fireworks refuse every question that asks for token counts. */
  #uncounted(request: ChatRequest, { code, message }: EngineError): unknown {
    if (!this.#isCounted || code !== 'bad-request' || !message.includes('stream_options')) return undefined
    this.#isCounted = false
    return chatBody(request, this.#vendor, false)
  }

  /** Replaces the request field in a refusal with the option name that users know. */
  #inTheirWords(error: EngineError): EngineError {
    const field = error.reason?.match(/\b(max_tokens|max_completion_tokens|repetition_penalty)\b/)?.[0]
    const option = field === undefined ? undefined : optionOfField(this.#vendor, field)
    if (field === undefined || option === undefined || error.reason === undefined) return error
    return new EngineError(error.code, error.message, {
      partial: error.partial,
      reason: error.reason.replaceAll(field, option),
      cause: error,
    })
  }
}
