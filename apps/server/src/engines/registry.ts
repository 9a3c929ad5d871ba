// The engines that are told apart by configuration alone. Those that need more than an address are made in app.ts.
import type { Outbound } from '../platform/outbound/index.ts'
import { createAnthropic, type AnthropicOptions } from './anthropic/index.ts'
import type { Engine } from './engine.ts'
import { createOllama, type OllamaOptions } from './ollama/index.ts'
import { createOpenAiCompatible, type OpenAiCompatibleOptions } from './openai-compatible/index.ts'

/** One provider of the configuration that is reached over HTTP. */
export type RemoteProvider =
  | ({ readonly kind: 'openai' } & OpenAiCompatibleOptions)
  | ({ readonly kind: 'ollama' } & OllamaOptions)
  | ({ readonly kind: 'anthropic' } & AnthropicOptions)

/** Makes the engine; nothing is connected before it is asked something. Throws TypeError on a bad base address. */
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
