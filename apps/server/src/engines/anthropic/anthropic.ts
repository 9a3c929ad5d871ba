// Adapter for Anthropic's Messages API and compatible servers: https://platform.claude.com/docs/en/api/messages
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
  type OptionName,
  type OptionUse,
} from '../engine.ts'
import { RETRY_RULE, streamAnswer, type RetryRule } from '../wire/answer.ts'
import { unsupported } from '../wire/requests.ts'
import { checkHealth } from '../wire/health.ts'
import { unusedOptions } from '../wire/options.ts'
import { discover, type Details } from './discovery.ts'
import { MessageReader } from './reader.ts'
import { FIELDS, messagesBody } from './request.ts'

/** The API version that requests and events are written for. */
const API_VERSION = '2023-06-01'

export interface AnthropicOptions {
  /** With or without a trailing version (`/v1`). */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** True for a self-hosted server that speaks this API; default false. */
  readonly local?: boolean
  readonly retry?: RetryRule
}

/** Creates the engine without connecting. Throws TypeError on an invalid base address. */
export function createAnthropic(options: AnthropicOptions, outbound: Outbound): Engine {
  return new Anthropic(options, outbound)
}

class Anthropic implements Engine {
  readonly kind = 'anthropic'
  readonly can: EngineAbilities = {
    fetch: false,
    load: false,
    remove: false,
    tools: true,
    images: true,
    grammar: false,
    embeddings: false,
    continue: false,
  }
  readonly #client: TrustedClient
  readonly #local: boolean
  readonly #retry: RetryRule
  readonly #use = Object.fromEntries(
    OPTION_NAMES.map((name) => [name, name in FIELDS ? 'request' : 'unsupported']),
  ) as Record<OptionName, OptionUse>
  #details: ReadonlyMap<string, Details> | undefined

  constructor({ baseUrl, apiKey, local, retry }: AnthropicOptions, outbound: Outbound) {
    this.#client = outbound.trusted({
      baseUrl: baseUrl.replace(/\/v1\/*$/, ''),
      headers: { 'anthropic-version': API_VERSION, ...(apiKey ? { 'x-api-key': apiKey } : {}) },
    })
    this.#local = local ?? false
    this.#retry = retry ?? RETRY_RULE
  }

  options(): Readonly<Record<OptionName, OptionUse>> {
    return this.#use
  }

  health(signal: AbortSignal): Promise<EngineHealth> {
    return checkHealth(this.#client, '/v1/models?limit=1', signal)
  }

  async models(signal: AbortSignal): Promise<readonly EngineModel[]> {
    const { models, details } = await discover(this.#client, this.#local, signal)
    this.#details = details
    return models
  }

  chat(request: ChatRequest): AsyncGenerator<ChatEvent> {
    return streamAnswer(request, async () => {
      if (request.continueFrom !== undefined) throw unsupported('it cannot continue an answer')
      if (request.responseFormat !== undefined) throw unsupported('it cannot answer in a given form')
      await this.#meet(request.signal)
      return {
        client: this.#client,
        path: '/v1/messages',
        body: messagesBody(request, this.#details?.get(request.model)),
        reader: new MessageReader(),
        notices: unusedOptions(request.options, this.#use),
        retry: this.#retry,
      }
    })
  }

  embed(_model: string, _texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    return new Promise((_, reject) => {
      signal.throwIfAborted()
      reject(unsupported('it makes no vectors'))
    })
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  /** Lists the models first if needed: their token limit and thinking mode are only known from the list. */
  async #meet(signal: AbortSignal): Promise<void> {
    if (this.#details) return
    try {
      await this.models(signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof EngineError)) throw error
      // Servers without a model list get safe defaults; the answer call reports any other error.
      if (error.code === 'not-found') this.#details = new Map()
    }
  }
}
