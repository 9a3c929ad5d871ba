// Creates the engines that need only configuration. Those with other dependencies are created in model-engines.ts.
import type { Outbound } from '#platform/outbound/index.ts'
import { createAnthropic, type AnthropicOptions } from './anthropic/anthropic.ts'
import type { Engine } from './engine.ts'
import { createOllama, type OllamaOptions } from './ollama/ollama.ts'
import {
  createOpenAiCompatible,
  type OpenAiCompatibleOptions,
} from './openai-compatible/openai-compatible.ts'

/** A configured provider that is reached over HTTP. */
export type RemoteProvider =
  | ({ readonly kind: 'openai' } & OpenAiCompatibleOptions)
  | ({ readonly kind: 'ollama' } & OllamaOptions)
  | ({ readonly kind: 'anthropic' } & AnthropicOptions)

/** Creates the engine; it connects at its first call. Throws TypeError on an invalid base address. */
export function createEngine(provider: RemoteProvider, outbound: Outbound): Engine {
  switch (provider.kind) {
    case 'openai':
      return createOpenAiCompatible(provider, outbound)
    case 'ollama':
      return createOllama(provider, outbound)
    case 'anthropic':
      return createAnthropic(provider, outbound)
  }
}
